// Package validator compares the compiled validator with the libraries, over
// drawn schemas and documents, and measures it against its peers. Tests only.
package validator
