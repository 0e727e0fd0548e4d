package contracts

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/evctl/evctl/contracts/service"
	"github.com/evctl/evctl/internal/openapi"
)

// Propose returns the text of a contract for a service that has an OpenAPI
// document: what can be read from it, and where people must add what only they
// know. File is the document's name as the contract is to write it. The error
// says why the document cannot be read.
func Propose(name, owner, file string, document []byte) (string, error) {
	doc, err := openapi.Parse(file, document)
	if err != nil {
		return "", err
	}
	s := &service.Service{Contract: &service.Contract{}, API: service.Input[*openapi.Document]{Value: doc, State: service.Present}}
	var b strings.Builder
	fmt.Fprintf(&b, `# What the service promises. evctl rfc judges it, clause by clause; evctl schema
# contract describes this file.
apiVersion: %s
kind: %s
metadata: {name: %s, owner: %s}
spec:
  openapi: %s
`, service.APIVersion, service.Kind, strconv.Quote(name), strconv.Quote(owner), strconv.Quote(file))
	endpoints := s.Endpoints()
	if ttl := commonTTL(endpoints); ttl != "" {
		fmt.Fprintf(&b, "  idempotency: {ttl: %s} # as the document publishes it\n", ttl)
	}
	if len(endpoints) > 0 {
		b.WriteString("  # Say moneyMoving: true where money moves, and idempotency: {mode: none} where\n  # nothing changes.\n  operations:\n")
	}
	named := 0
	for _, e := range endpoints {
		if e.ID == "" {
			fmt.Fprintf(&b, "    # %s has no operationId, and cannot be named here\n", strings.Join(strings.Fields(e.Name()), " "))
			continue
		}
		named++
		fmt.Fprintf(&b, "    %s: {}\n", strconv.Quote(e.ID))
	}
	if len(endpoints) > 0 && named == 0 {
		b.WriteString("    {}\n")
	}
	return b.String(), nil
}

// commonTTL returns the time to live that all operations publish, as a contract
// writes it; "" if they differ or publish none.
func commonTTL(endpoints []service.Endpoint) string {
	common := ""
	for i, e := range endpoints {
		ttl := duration(e.TTL.Value)
		if ttl == "" || i > 0 && ttl != common {
			return ""
		}
		common = ttl
	}
	return common
}

// duration turns PT72H and P3D into 72h and 3d; other forms of ISO 8601 into "".
func duration(iso string) string {
	number, unit := strings.CutPrefix(iso, "PT")
	suffix := "h"
	if !unit {
		number, unit = strings.CutPrefix(iso, "P")
		suffix = "d"
	}
	number, ends := strings.CutSuffix(number, strings.ToUpper(suffix))
	if n, err := strconv.Atoi(number); err != nil || n < 1 || !unit || !ends {
		return ""
	}
	return number + suffix
}
