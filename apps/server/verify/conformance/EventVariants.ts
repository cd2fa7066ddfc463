/**
 * Decisions broken about the change feed.
 */
import { accepts, members, status, type Variant } from "./Edits.ts"

const feed = /^GET \/v1\/events\?/

export const fromEvents: ReadonlyArray<Variant> = [
  { rule: "dec-journal.feed", change: members(feed, { cursor: undefined }) },
  { rule: "dec-journal.feed", change: members(feed, { content: [], count: 0 }) },
  { rule: "dec-journal.feed", change: members(feed, { next: "https://partners.example/v1/events?cursor=x" }) },
  { rule: "dec-journal.feed", change: members(feed, { count: 7 }) },
  { rule: "dec-journal.feed", change: members(/^GET \/v1\/events\?start=2/, { content: [], count: 0 }) },
  { rule: "dec-journal.feed", change: accepts(/^GET \/v1\/events\?start=newest/, 422) },
  { rule: "dec-journal.feed", change: status(feed, 200, 202) },
  { rule: "dec-journal.feed", change: accepts(feed, 422) }
]
