package orders

import (
	"context"
	"testing"
)

func TestPlace(t *testing.T) {
	s := &Service{}
	_, _ = s.DB.ExecContext(context.Background(), "DELETE FROM orders")
	_ = s.Bus.Publish(context.Background(), "1")
}
