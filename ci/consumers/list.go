package consumers

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"github.com/evctl/evctl/internal/jsondoc"
)

// MaxList bounds a list of consumers, in bytes.
const MaxList = 8 << 20

// TokenVariable names the environment variable with the bearer token for lists
// at an address.
const TokenVariable = "EVCTL_CONSUMERS_TOKEN"

// IsAddress reports whether a place under consumers is an address.
func IsAddress(place string) bool {
	return strings.HasPrefix(place, "https://") || strings.HasPrefix(place, "http://")
}

// fetch gets a list from its address.
func fetch(ctx context.Context, address string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("consumers: %w", err)
	}
	request.Header.Set("Accept", "application/json")
	if token := os.Getenv(TokenVariable); token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, fmt.Errorf("consumers: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("consumers: %s answers %s", address, response.Status)
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, MaxList+1))
	if err == nil && len(text) > MaxList {
		err = fmt.Errorf("over the limit of %d bytes", MaxList)
	}
	if err != nil {
		return nil, fmt.Errorf("consumers: read %s: %w", address, err)
	}
	return text, nil
}

// parseList reads what JSON writes: the consumers of a table. Other members are
// left alone. The error is a *jsondoc.Error.
func parseList(file string, text []byte) ([]Consumer, error) {
	doc, err := jsondoc.Parse(file, text)
	if err != nil {
		return nil, err
	}
	l := lister{doc: doc}
	list := doc.Root.Get("consumers")
	if list == nil || list.Kind != jsondoc.Array {
		return nil, l.wrong(doc.Root, "no list of consumers, want what evctl consumers -f json writes")
	}
	var out []Consumer
	for _, n := range list.Items {
		c, err := l.consumer(n)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

type lister struct{ doc *jsondoc.Document }

func (l lister) wrong(n *jsondoc.Node, message string) error {
	return &jsondoc.Error{Position: l.doc.Position(n.Start, n.End), Message: message}
}

func (l lister) consumer(n *jsondoc.Node) (Consumer, error) {
	text := func(name string) string {
		if member := n.Get(name); member != nil && member.Kind == jsondoc.String {
			return member.Text
		}
		return ""
	}
	c := Consumer{Service: text("service"), Owner: text("owner"), Subject: text("subject"), Topic: text("topic"), Group: text("group"),
		Position: l.doc.Position(n.Start, n.End)}
	if c.Service == "" || c.Subject == "" {
		return c, l.wrong(n, "a consumer without service or subject")
	}
	replays := n.Get("replays")
	c.Replays = replays != nil && replays.Bool
	if window := text("replayWindow"); window != "" && window != "unknown" {
		if err := c.Window.UnmarshalText([]byte(window)); err != nil {
			return c, l.wrong(n.Get("replayWindow"), err.Error())
		}
	}
	for _, field := range n.ItemsOf("reads") {
		if field.Kind != jsondoc.String || !strings.HasPrefix(field.Text, "/") {
			return c, l.wrong(field, "no field, want a JSON pointer")
		}
		c.Reads = append(c.Reads, field.Text)
	}
	for _, version := range n.ItemsOf("versions") {
		number, err := strconv.Atoi(version.Text)
		if err != nil || version.Kind != jsondoc.Number || number < 1 {
			return c, l.wrong(version, "no version, want a number above 0")
		}
		c.Versions = append(c.Versions, number)
	}
	return c, nil
}

// addList takes over the consumers of services that nothing has told of yet.
func (d *Declared) addList(list []Consumer) {
	known := map[string]bool{}
	for _, c := range d.Consumers {
		known[c.Service] = true
	}
	for _, c := range list {
		if !known[c.Service] && d.Contract(c.Service) == nil {
			d.Consumers = append(d.Consumers, c)
		}
	}
}
