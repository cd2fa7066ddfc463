/**
 * Recruiting rule 5: files of applications. Each scenario submits a person, and withdraws the application with its files.
 */
import * as Effect from "effect/Effect"
import {
  equal,
  expect,
  expectHeader,
  expectMembers,
  expectStatus,
  membersOf,
  oneOf,
  seen,
  someText
} from "../Expect.ts"
import { NotRun } from "../Outcome.ts"
import { expectRefusal } from "../Refusal.ts"
import { writing } from "../Scenario.ts"
import type { Session } from "../Session.ts"
import { itemsOf, textsOf } from "../Shared.ts"
import type { Answer } from "../Transport.ts"
import { act, path, submitted } from "./Applications.ts"
import { time } from "./Users.ts"

const content = "Left by the conformance kit."

/** The SHA-256 of {@link content}. */
const digest = "e226307542fe06206712484e48278e62f5f7374639ba537b953721c944f9427b"

const headers = (name: string, mediaType = "text/plain") => ({
  "attachment-type": "OTHER",
  "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  "content-type": mediaType
})

/** An application, and the requests about its files. */
const openFiles = Effect.fnUntraced(function* (session: Session) {
  yield* session.needs("applications.attachments")
  const { id } = yield* submitted(session)
  const files = `${path}/${id}/attachments`
  const end = act(session, id, { action: "withdraw" })
  const storesNone = (answer: Answer) =>
    Effect.andThen(
      end,
      Effect.fail(new NotRun({ reason: `the server stores no files: ${answer.seen}`, remedy: "give it a storage" }))
    )
  return {
    files,
    end,
    attach: (body: string, more: Readonly<Record<string, string>> = headers("note.txt")) =>
      Effect.flatMap(session.call("POST", files, { body, headers: more }), (answer) =>
        answer.status === 503 ? storesNone(answer) : Effect.succeed(answer)
      )
  }
})

export const attachments = [
  writing("rec-5.stored-as-sent", "a file is given back as it was sent, whole and in part", function* (session) {
    const { attach, end, files } = yield* openFiles(session)
    const made = yield* attach(content, headers("Lebenslauf – Ädä.txt"))
    yield* expectStatus(made, 201)
    yield* expectMembers(made, {
      id: someText,
      type: oneOf("OTHER"),
      file_name: oneOf("Lebenslauf – Ädä.txt"),
      media_type: oneOf("text/plain"),
      size_bytes: equal(content.length),
      sha256: oneOf(digest),
      scan_status: oneOf("NOT_SCANNED", "PENDING", "CLEAN"),
      created_at: time
    })
    const one = `${files}/${String(membersOf(made.json)["id"])}`
    const read = yield* session.call("GET", one)
    yield* expect(read.text === made.text, "the same attachment", seen(read))
    const list = yield* session.call("GET", files)
    yield* expect(textsOf(itemsOf(list), "sha256").includes(digest), "the attachment in the list", seen(list))
    const whole = yield* session.call("GET", `${one}/content`)
    if (membersOf(made.json)["scan_status"] === "PENDING" && whole.status !== 200) {
      const waits = yield* expectRefusal(whole, "409 conflict")
      yield* end
      return `${made.seen}, ${waits} until it is scanned`
    }
    yield* expectStatus(whole, 200)
    yield* expect(whole.text === content, "the bytes that were sent", seen(whole))
    yield* expectHeader(whole, "etag", oneOf(`"${digest}"`))
    yield* expectHeader(whole, "x-content-type-options", oneOf("nosniff"))
    yield* expect(
      String(whole.headers["content-disposition"]).startsWith("attachment"),
      "Content-Disposition: attachment",
      String(whole.headers["content-disposition"])
    )
    const part = yield* session.call("GET", `${one}/content`, { headers: { range: "bytes=0-3" } })
    yield* expectStatus(part, 206)
    yield* expect(part.text === content.slice(0, 4), "the first four bytes", seen(part))
    yield* expectHeader(part, "content-range", oneOf(`bytes 0-3/${content.length}`))
    const behind = yield* session.call("GET", `${one}/content`, { headers: { range: "bytes=1000-" } })
    yield* expectRefusal(behind, "416 range_not_satisfiable")
    const known = yield* session.call("GET", `${one}/content`, { headers: { "if-none-match": `"${digest}"` } })
    yield* expectStatus(known, 304)
    yield* end
    return `${made.seen}, ${whole.seen}, ${part.seen}`
  }),

  writing("rec-5.formats", "media type, extension and first bytes of a file agree", function* (session) {
    const { attach, end } = yield* openFiles(session)
    const summary = yield* expectRefusal(
      yield* attach(content, headers("note.pdf", "application/pdf")),
      "422 unprocessable_entity",
      "body  format"
    )
    yield* expectRefusal(
      yield* attach(content, headers("note.pdf")),
      "422 unprocessable_entity",
      "header /content-disposition format"
    )
    yield* expectRefusal(
      yield* attach(content, headers("note.html", "text/html")),
      "422 unprocessable_entity",
      "header /content-type format"
    )
    yield* end
    return summary
  }),

  writing("rec-5.removed", "a file is removed, and its bytes with it", function* (session) {
    const { attach, end, files } = yield* openFiles(session)
    const made = yield* attach(content)
    yield* expectStatus(made, 201)
    const one = `${files}/${String(membersOf(made.json)["id"])}`
    const removed = yield* session.call("DELETE", one)
    yield* expectStatus(removed, 204)
    yield* expectRefusal(yield* session.call("GET", one), "404 not_found")
    yield* expectRefusal(yield* session.call("GET", `${one}/content`), "404 not_found")
    const list = yield* session.call("GET", files)
    yield* expect(itemsOf(list).length === 0, "no attachment", seen(list))
    yield* end
    return removed.seen
  })
]
