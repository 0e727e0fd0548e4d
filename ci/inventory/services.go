package inventory

import "context"

func (s *source) services(context.Context) error {
	s.out.Services = fromFindings(s.name, s.report.Findings)
	return nil
}
