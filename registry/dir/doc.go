// Package dir is the registry that is a folder: versions of schemas as files,
// published by merging them.
//
// Call [Open] for the files of a file system (the work tree, the index, a
// commit, an embed.FS) and [Published] for what a commit publishes with its
// history. Both give a [Registry], an evctl.Source. [Compare] finds what a
// change must not do to published versions. [New], [Retire] and [Freeze] write
// files.
//
// Two layouts are read: DIR/REGISTRY/SUBJECT/N.json (or .avsc, .proto) with an
// optional subject.yaml, and files edited in place, whose versions stand in
// git's history. References resolve inside the registry or the declared root;
// nothing is fetched. Schemas are parsed only as far as references need: that
// they are valid, and compatible, others say.
package dir
