package audit

func Note(id string) error { return nil }
