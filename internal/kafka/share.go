package kafka

import (
	"context"
	"errors"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// How often a member tells its group how far it came, and asks how far all are.
const commitEvery = 2 * time.Second

// Share reads ranges as a member of a group, whose members get some partitions
// each. It goes on where the group's offsets are, if that is within a range,
// calls each for every partition that it is given, and commits what each says is
// [Reader.Done]. It returns when the offsets of the group have reached the end of
// every range, so that a member that is left alone takes over the rest; or, if an
// each returned before its range ended, when all have returned.
func (c *Client) Share(ctx context.Context, group, topic string, ranges []Range, each func(context.Context, *Reader) error) error {
	m := &member{delivery: c.delivery(ctx, topic, each), name: group, ranges: map[int32]Range{}}
	for _, r := range ranges {
		m.ranges[r.Partition] = r
	}
	m.group.Go(m.run)
	return m.group.Wait()
}

// A member is one of a group.
type member struct {
	*delivery
	name   string
	ranges map[int32]Range
}

func (m *member) run() error {
	consumer, err := m.consumer(kgo.ConsumerGroup(m.name), kgo.ConsumeTopics(m.topic), kgo.DisableAutoCommit(),
		kgo.AdjustFetchOffsetsFn(m.assigned), kgo.OnPartitionsRevoked(m.revoked), kgo.OnPartitionsLost(m.lost))
	if err != nil {
		return err
	}
	defer consumer.CloseAllowingRebalance()
	for next := time.Now(); ; {
		if err := m.fetch(consumer); err != nil {
			return err
		}
		if time.Now().Before(next) {
			continue
		}
		next = time.Now().Add(commitEvery)
		if err := m.commit(m.ctx, consumer); err != nil {
			return err
		}
		if m.left() {
			return nil
		}
		if over, err := m.over(); over || err != nil {
			return err
		}
	}
}

// assigned starts readers where the group came to. It is called with the offsets
// that the group has committed.
func (m *member) assigned(_ context.Context, offsets map[string]map[int32]kgo.Offset) (map[string]map[int32]kgo.Offset, error) {
	for p, committed := range offsets[m.topic] {
		r := m.ranges[p]
		r.Partition = p
		r.From = max(r.From, committed.EpochOffset().Offset)
		m.start(r)
		offsets[m.topic][p] = kgo.NewOffset().At(r.From)
	}
	return offsets, nil
}

// revoked lets the readers of partitions that another member will read finish
// with what they have.
func (m *member) revoked(ctx context.Context, consumer *kgo.Client, partitions map[string][]int32) {
	m.release(partitions[m.topic], func() { _ = m.commit(ctx, consumer) }) // else the next owner judges them again
}

// lost is called when the group has given the partitions away already.
func (m *member) lost(_ context.Context, _ *kgo.Client, partitions map[string][]int32) {
	m.release(partitions[m.topic], func() {})
}

func (m *member) release(partitions []int32, then func()) {
	m.mu.Lock()
	var leaving []*Reader
	for _, p := range partitions {
		if r := m.readers[p]; r != nil {
			r.end()
			leaving = append(leaving, r)
		}
	}
	m.mu.Unlock()
	for _, r := range leaving {
		<-r.gone
	}
	then()
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range leaving {
		delete(m.readers, r.Partition)
	}
}

// commit tells the group how far the readers are. That a rebalance is under way
// is no error: the offsets are told again.
func (m *member) commit(ctx context.Context, consumer *kgo.Client) error {
	m.mu.Lock()
	offsets := map[int32]kgo.EpochOffset{}
	for p, r := range m.readers {
		if done := r.done.Load(); done > r.From {
			offsets[p] = kgo.EpochOffset{Epoch: -1, Offset: done}
		}
	}
	m.mu.Unlock()
	if len(offsets) == 0 {
		return nil
	}
	var refused error
	consumer.CommitOffsetsSync(ctx, map[string]map[int32]kgo.EpochOffset{m.topic: offsets}, func(_ *kgo.Client, _ *kmsg.OffsetCommitRequest, answer *kmsg.OffsetCommitResponse, err error) {
		refused = err
		if answer == nil {
			return
		}
		for _, t := range answer.Topics {
			for _, p := range t.Partitions {
				if err := kerr.ErrorForCode(p.ErrorCode); err != nil {
					refused = err
				}
			}
		}
	})
	if isRefused(refused) {
		return m.explain(ctx, "commit offsets of group "+m.name, refused)
	}
	return nil
}

// isRefused tells errors of a group that do not pass.
func isRefused(err error) bool {
	return errors.Is(err, kerr.GroupAuthorizationFailed) || errors.Is(err, kerr.TopicAuthorizationFailed) ||
		errors.Is(err, kerr.InvalidGroupID) || errors.Is(err, kerr.InconsistentGroupProtocol)
}

// left reports that an each ended before its range, and that all have ended.
func (m *member) left() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	early := false
	for _, r := range m.readers {
		select {
		case <-r.gone:
			early = early || r.done.Load() < r.To
		default:
			return false
		}
	}
	return early
}

// over reports that the group has read every range. As long as this member has
// something to read itself, it does not ask.
func (m *member) over() (bool, error) {
	if m.open() > 0 {
		return false, nil
	}
	committed, err := m.committed()
	if err != nil {
		return false, m.explain(m.ctx, "read offsets of group "+m.name, err)
	}
	for p, r := range m.ranges {
		if r.From < r.To && committed[p] < r.To {
			return false, nil
		}
	}
	return true, nil
}

// committed asks for the offsets of the group.
func (m *member) committed() (map[int32]int64, error) {
	request := kmsg.NewPtrOffsetFetchRequest()
	request.Group = m.name
	topic := kmsg.NewOffsetFetchRequestTopic()
	topic.Topic = m.topic
	group := kmsg.NewOffsetFetchRequestGroup()
	group.Group = m.name
	inGroup := kmsg.NewOffsetFetchRequestGroupTopic()
	inGroup.Topic = m.topic
	for p := range m.ranges {
		topic.Partitions = append(topic.Partitions, p)
		inGroup.Partitions = append(inGroup.Partitions, p)
	}
	request.Topics = append(request.Topics, topic)
	group.Topics = append(group.Topics, inGroup)
	request.Groups = append(request.Groups, group)
	answer, err := request.RequestWith(m.ctx, m.ask)
	if err != nil {
		return nil, err
	}
	committed := map[int32]int64{}
	for _, t := range answer.Topics { // before version 8 of the request
		for _, p := range t.Partitions {
			committed[p.Partition] = p.Offset
		}
	}
	for _, g := range answer.Groups {
		if err := kerr.ErrorForCode(g.ErrorCode); err != nil {
			return nil, err
		}
		for _, t := range g.Topics {
			for _, p := range t.Partitions {
				committed[p.Partition] = p.Offset
			}
		}
	}
	return committed, kerr.ErrorForCode(answer.ErrorCode)
}
