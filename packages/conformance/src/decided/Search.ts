/**
 * Decisions, Resources: what a search (`q`) of jobs, users and agencies finds. Other filters, and cursors under them, are in `Filters.ts`.
 */
import * as Effect from "effect/Effect"
import { expect, expectStatus, membersOf, same } from "../Expect.ts"
import { refuses } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { itemsOf, textsOf } from "../Shared.ts"
import { walk } from "../Walk.ts"
import { add as addJob, patched } from "./JobWrites.ts"
import { add as addUser } from "./Users.ts"

const at = (path: string, q: string): string => `${path}?${new URLSearchParams({ q })}`

/** A search finds this record, or does not. */
const judge = Effect.fnUntraced(function* (session: Session, path: string, id: unknown, q: string, isFound: boolean) {
  const found = textsOf(yield* walk(session, at(path, q)), "id")
  const wanted = isFound ? [String(id)] : []
  yield* expect(
    same(found, wanted),
    wanted.join(", ") || "nothing",
    `GET ${at(path, q)}: ${found.join(", ") || "nothing"}`
  )
})

/** The longest query, in characters. */
export const queryMax = 100

/** The most different words of a query. */
const queryWordsMax = 10

/** Queries of more words: letters of scripts without spaces are words too. */
const tooManyWords = ["one two three four five six seven eight nine ten eleven", "東京都江戸川区葛西町内"]

export const search = [
  writing(
    "dec-resources.search-jobs",
    "q finds jobs by title, location, description and external_id",
    function* (session) {
      yield* session.needs("filters")
      const [word, external_id] = [session.unique(), session.unique()]
      const texts = { title: `${word} first`, location: `${word} second`, description: `${word} third.`, external_id }
      const { members, path } = yield* addJob(session, texts)
      yield* addJob(session, { title: session.unique() })
      for (const q of [`${word} first`, `${word} second`, `third ${word}`, external_id, `${word} first third`]) {
        yield* judge(session, "/v1/jobs", members["id"], q, true)
      }
      for (const q of [`${word} fourth`, `x${word}`, `${word} unheard`]) {
        yield* judge(session, "/v1/jobs", members["id"], q, false)
      }
      yield* patched(session, path, { location: `${word} moved` })
      yield* judge(session, "/v1/jobs", members["id"], `${word} moved`, true)
      yield* judge(session, "/v1/jobs", members["id"], `${word} second`, false)
      return `GET ${at("/v1/jobs", word)}`
    }
  ),

  writing("dec-resources.search", "the words of q begin words, whatever their case and accents", function* (session) {
    yield* session.needs("filters")
    const word = session.unique()
    const { members } = yield* addJob(session, { title: `${word} Ünïted (Gärtner/in) 東京 C++` })
    for (const q of ["unit", "UNITED", "Ünïted", "united gart", "u\u0308nited", "京", "東京", "in c", "(gartner"]) {
      yield* judge(session, "/v1/jobs", members["id"], `${word} ${q}`, true)
    }
    for (const q of ["nited", "unitedx", "ärtner", "大"])
      yield* judge(session, "/v1/jobs", members["id"], `${word} ${q}`, false)
    for (const q of ["?!", " ", '"', "🚀"]) {
      const answer = yield* session.call("GET", at("/v1/jobs", q))
      yield* expectStatus(answer, 200)
      yield* expect(itemsOf(answer).length === 0, "nothing without a word", answer.seen)
    }
    return `GET ${at("/v1/jobs", `${word} unit`)}`
  }),

  refuses(
    "dec-resources.search-words",
    "q of more than ten different words is refused",
    "422 unprocessable_entity",
    Effect.fnUntraced(function* (session) {
      yield* session.needs("filters")
      return yield* Effect.forEach(tooManyWords, (q) => session.call("GET", at("/v1/jobs", q)))
    })
  ),

  writing("dec-resources.search-users", "q finds users by names and email, and agencies by name", function* (session) {
    yield* session.needs("filters")
    yield* session.needs("users.read")
    const { members, user } = yield* addUser(session)
    yield* addUser(session)
    for (const q of [user.email, `${user.first_name} ${user.email}`, `${user.last_name} ${user.email}`]) {
      yield* judge(session, "/v1/users", members["id"], q, true)
    }
    yield* judge(session, "/v1/users", members["id"], `${user.email} unheard`, false)
    if (yield* session.has("agencies.read")) {
      const agencies = (yield* walk(session, "/v1/agencies")).map(membersOf)
      for (const { id, name } of agencies.slice(0, 1)) {
        const q = String(name).slice(0, queryMax).split(/\s+/).slice(0, queryWordsMax).join(" ")
        const found = textsOf(yield* walk(session, at("/v1/agencies", q)), "id")
        yield* expect(found.includes(String(id)), String(id), found.join(", ") || "nothing")
      }
    }
    return `GET ${at("/v1/users", user.email)}`
  })
]
