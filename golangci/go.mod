module github.com/evctl/evctl/golangci

go 1.26

require (
	github.com/evctl/evctl v0.0.0-00010101000000-000000000000
	github.com/golangci/plugin-module-register v0.1.2
	golang.org/x/tools v0.49.0
)

require (
	golang.org/x/mod v0.39.0 // indirect
	golang.org/x/sync v0.22.0 // indirect
)

replace github.com/evctl/evctl => ../
