// Package orders stands for the service: its contract is contract.yaml.
package orders
