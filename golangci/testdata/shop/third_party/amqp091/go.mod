module github.com/rabbitmq/amqp091-go
