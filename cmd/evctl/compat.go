package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/evctl/evctl/compat"
)

func newCompat(a *app) *cobra.Command {
	var batch string
	c := &cobra.Command{
		Use:   "compat OLD NEW",
		Short: "May one schema follow another?",
		Example: `  evctl compat old.avsc new.avsc
  evctl compat events/order.paid@3 schemas/events/order.paid/4.json --mode BACKWARD
  evctl compat --batch cases.ndjson > answers.ndjson`,
		Args: func(cmd *cobra.Command, args []string) error {
			if batch != "" {
				return takes(0, 0)(cmd, args)
			}
			return takes(2, 2)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if batch != "" {
				return a.batch(cmd.Context(), batch)
			}
			return nil
		},
	}
	c.Flags().StringVar(&batch, "batch", "", "answer the cases in `FILE` (- is standard input), one JSON object a line")
	return c
}

func (a *app) batch(ctx context.Context, file string) error {
	in, err := a.open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	return compat.New().Batch(ctx, in, a.stdout)
}

// open returns a file, or standard input for "-".
func (a *app) open(file string) (io.ReadCloser, error) {
	if file == "-" {
		return io.NopCloser(a.stdin), nil
	}
	f, err := os.Open(a.path(file))
	if err != nil {
		return nil, &usageError{err: fmt.Errorf("read %s: %w", file, cause(err))}
	}
	return f, nil
}
