# Everything a contributor types. Needs Go >= 1.26, git and make.
export CGO_ENABLED = 0

.PHONY: install build cross check test test-broker test-catalog demo docs bench bench-proto bench-lint corpus lint-corpus laws fuzz fuzz-long

install: ## put evctl into $(go env GOPATH)/bin
	go install ./cmd/evctl

build: ## bin/evctl
	go build -o bin/evctl ./cmd/evctl

cross: ## macOS and Windows build, too
	GOOS=darwin GOARCH=arm64 go build -o /dev/null ./cmd/evctl
	GOOS=windows GOARCH=amd64 go build -o /dev/null ./cmd/evctl

check: ## formatting, vet, staticcheck, tidy modules, fresh generated files, evctl on itself
	@sh tests/check.sh

test: ## all tests that Go and git can run; the rest is listed as skipped
	@sh tests/test.sh

test-broker: ## evctl validate on a real Kafka broker, with TLS and SASL; Maven brings it, Java runs it
	@sh tests/kafka/broker.sh

test-catalog: ## the lint catalogue against 130 libraries, which it downloads: minutes the first time
	cd tests/catalog && go test -v .

demo: build ## two pull requests: one passes, one is stopped
	@sh examples/demo.sh bin/evctl

docs: ## rule lists, rule pages, command reference
	go generate ./...
	go test ./ci -run TestRulePages -update
	go run ./cmd/evctl reference > docs/commands.md

bench: ## ratios against peers, for benchstat
	go test -run '^$$' -bench FullAll -benchtime 1x ./compat/jsonschema
	cd tests && go test -run '^$$' -bench . -count 6 ./...

bench-proto: ## evctl check beside buf breaking on a public tree; fetches both
	@sh tests/protobuf/bench.sh

bench-lint: ## evctl lint beside go vet and staticcheck, on repositories that tests/lint/fetch.sh gets and on this one; takes minutes
	cd tests && go test -tags corpus -count 1 -timeout 60m -v -run CorpusBench ./lint

corpus: ## measure against ../shared/corpus, or $$EVCTL_CORPUS
	go test -tags corpus -count 1 -timeout 60m -v -run Corpus ./...
	cd tests && go test -tags corpus -count 1 -timeout 60m -v -run Corpus ./...

lint-corpus: ## measure evctl lint against labelled repositories, which tests/lint/fetch.sh gets; EVCTL_LINT_PEERS=1 adds go vet and staticcheck
	cd tests && go test -tags corpus -count 1 -timeout 60m -v -run CorpusLint ./lint
	cd tests && go test -tags corpus -count 1 -v -run Corpus ./sqltext

laws: ## each law of JSON Schema compatibility for LAWS (default 20,000) generated schemas; takes an hour
	cd tests && go test ./jsonschema/laws -run Test -rapid.checks=$${LAWS:-20000} -timeout 12h -v

fuzz-long: ## millions of comparisons of the compiled validator with the libraries; takes hours
	cd tests && EVCTL_DOCUMENTS=2000 go test ./validator -run TestProgramsAgree -rapid.checks=10000 -timeout 12h -v

fuzz: ## each fuzz target for FUZZTIME (default 30s)
	@sh tests/fuzz.sh $${FUZZTIME:-30s}
