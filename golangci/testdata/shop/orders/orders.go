package orders // want package:"what shop.example/orders does"

import (
	"context"
	"database/sql"

	"shop.example/rabbit"
)

type Service struct {
	DB  *sql.DB
	Bus *rabbit.Bus
}

func (s *Service) Place(ctx context.Context, id string) error {
	if _, err := s.DB.ExecContext(ctx, "INSERT INTO orders (id) VALUES ($1)", id); err != nil {
		return err
	}
	return s.Bus.Publish(ctx, id) // want `lint/dual-write: Service.Place writes orders \(sql.DB.ExecContext\) and publishes \(rabbit.Bus.Publish → amqp091-go.Channel.PublishWithContext\)`
}
