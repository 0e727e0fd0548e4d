// Package registry joins the places where versions of schemas are published
// and finds where they disagree.
//
// Call [Join] with the versions that git knows (registry/dir) and those of a
// remote registry (registry/confluent): the result is one evctl.Source.
// [Joined.Drift], [ModeDrift] and [WouldRefuse] turn what differs into
// findings. [Canonical] tells when two texts are the same version.
//
// The package opens no connection and judges no compatibility; the rules of
// the family registry/ stand in registry/rules.
package registry
