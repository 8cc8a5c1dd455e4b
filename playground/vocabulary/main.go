// Package main prints the vocabulary of the playground's flags. The page reads it as a file: to compute it takes the
// program of the page a quarter of a second.
package main

import (
	"encoding/json"
	"log"
	"os"

	"github.com/shflgen/shflgen/playground/answer"
)

func main() {
	if err := json.NewEncoder(os.Stdout).Encode(answer.Words()); err != nil {
		log.Fatal(err)
	}
}
