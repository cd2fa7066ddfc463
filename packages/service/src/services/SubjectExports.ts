/**
 * Exports of every record about a person (recruiting 9), page by page and never whole in memory. An application that the view does not show is left out, with
 * all that belongs to it. The export is no snapshot: a record that changes meanwhile is exported as it is when its page is read.
 */
import { typesOf } from "@partner-api/domain/EventType"
import { ApplicationId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { ApplicationStore } from "../store/ApplicationStore.ts"
import { AttachmentStore } from "../store/AttachmentStore.ts"
import { ConfirmationStore } from "../store/ConfirmationStore.ts"
import { EventStore } from "../store/EventStore.ts"
import { JournalStore } from "../store/JournalStore.ts"
import { MailStore } from "../store/MailStore.ts"
import { MessageStore } from "../store/MessageStore.ts"
import { PlacementStore } from "../store/PlacementStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import type { View } from "./access/View.ts"
import { endLine, lineOf, textOf } from "./SubjectLines.ts"
import { pagesOf } from "./WholeList.ts"

/** The lines of one read of a store. */
type Lines = ReadonlyArray<string>

/** The entries of the audit log about an application. */
const entryTypes = [...typesOf("application"), ...typesOf("message")]

const sequenceIn = ({ after, limit }: PageRequest) => ({ after: Number(after ?? 0), limit })

export class SubjectExports extends Context.Service<
  SubjectExports,
  {
    /** The lines of every record about a person that the view shows, each piece of some lines, and the end. */
    readonly lines: (view: View, email: string) => Stream.Stream<string, StoreError>
  }
>()("@partner-api/service/SubjectExports") {
  static readonly layer = Layer.effect(
    SubjectExports,
    Effect.gen(function* () {
      const applications = yield* ApplicationStore
      const attachments = yield* AttachmentStore
      const confirmations = yield* ConfirmationStore
      const events = yield* EventStore
      const journal = yield* JournalStore
      const mails = yield* MailStore
      const messages = yield* MessageStore
      const placements = yield* PlacementStore

      /** The records of one application: few records at once, and lists page by page. */
      const partsOf = (view: View, id: ApplicationId): Stream.Stream<Lines, StoreError> => {
        const { organizationId } = view
        const few = Effect.gen(function* () {
          const files = yield* attachments.ofApplication(organizationId, id)
          const link = yield* confirmations.find(organizationId, id)
          const waiting = yield* mails.waiting(organizationId, id)
          return [
            ...files.map((file) => lineOf("attachment", id, textOf.attachment(file))),
            ...Option.toArray(link).map((one) => lineOf("link", id, textOf.link(one))),
            ...waiting.map((mail) => lineOf("mail", id, textOf.mail(mail)))
          ]
        })
        const written = pagesOf((request) => messages.page(organizationId, id, request)).pipe(
          Stream.map((rows) => rows.map(({ json }) => lineOf("message", id, json)))
        )
        const placed = pagesOf((request) =>
          placements.page(organizationId, view.agencyId, { application_id: id }, request)
        ).pipe(Stream.map((rows) => rows.map(({ json }) => lineOf("placement", id, json))))
        const entries = pagesOf((request) =>
          journal.pageAbout(organizationId, id, entryTypes, sequenceIn(request))
        ).pipe(Stream.map((rows) => rows.map(({ entry }) => lineOf("audit_entry", id, textOf.audit_entry(entry)))))
        const reported = pagesOf((request) =>
          events.pageAbout(organizationId, id, { ...sequenceIn(request), viewer: view })
        ).pipe(Stream.map((rows) => rows.map(({ json }) => lineOf("event", id, json))))
        return Stream.fromEffect(few).pipe(
          Stream.concat(written),
          Stream.concat(placed),
          Stream.concat(entries),
          Stream.concat(reported)
        )
      }

      const linesOf = (view: View, email: string): Stream.Stream<Lines, StoreError> =>
        pagesOf((request) => applications.page(view.organizationId, view, { email }, request)).pipe(
          Stream.flatMap((rows) => Stream.fromIterable(rows)),
          Stream.flatMap(({ id, json }) => {
            const applicationId = ApplicationId.make(id)
            return Stream.concat(
              Stream.succeed([lineOf("application", applicationId, json)]),
              partsOf(view, applicationId)
            )
          })
        )

      return SubjectExports.of({
        lines: (view, email) =>
          Stream.suspend(() => {
            let count = 0
            return linesOf(view, email).pipe(
              Stream.filter((lines) => lines.length > 0),
              Stream.map((lines) => {
                count += lines.length
                return lines.join("")
              }),
              Stream.concat(Stream.suspend(() => Stream.succeed(endLine(count))))
            )
          })
      })
    })
  )
}
