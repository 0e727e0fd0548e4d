module shop.example

go 1.24

require github.com/rabbitmq/amqp091-go v1.10.0

replace github.com/rabbitmq/amqp091-go => ./third_party/amqp091
