/**
 * {@link ConfirmationStore} in memory.
 */
import type { ConfirmationLink } from "@partner-api/domain/Confirmation"
import type { ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { ConfirmationStore } from "../ConfirmationStore.ts"
import { Memory } from "./Memory.ts"
import { type MemoryState, recordKind, tableOf, withRows, withTable } from "./MemoryState.ts"

const links = recordKind<ConfirmationLink>("confirmation_links", ({ applicationId }) => applicationId)

const allOf = ({ records }: MemoryState): ReadonlyArray<ConfirmationLink> =>
  records.rows.flatMap(({ tables }) => Context.get(tables, links).rows)

const saved = (state: MemoryState, link: ConfirmationLink): MemoryState =>
  withRows(state, link.organizationId, links, [link])

const without = (state: MemoryState, { applicationId, organizationId }: ConfirmationLink): MemoryState =>
  withTable(
    state,
    organizationId,
    links,
    tableOf(state, organizationId, links).without((row) => row.applicationId === applicationId)
  )

export const layer = Layer.effect(
  ConfirmationStore,
  Effect.map(Memory, ({ read, write }) => {
    const linkIn = (state: MemoryState, organizationId: OrganizationId, applicationId: ApplicationId) =>
      tableOf(state, organizationId, links).find(applicationId)
    const ofApplication = (organizationId: OrganizationId, applicationId: ApplicationId) =>
      read((state) => Option.fromUndefinedOr(linkIn(state, organizationId, applicationId)))
    const change = (
      organizationId: OrganizationId,
      applicationId: ApplicationId,
      next: (state: MemoryState, link: ConfirmationLink) => MemoryState
    ) =>
      write((state) => {
        const link = linkIn(state, organizationId, applicationId)
        return [link === undefined ? state : next(state, link), undefined]
      })
    return ConfirmationStore.of({
      ofLink: (digest) => read((state) => Option.fromUndefinedOr(allOf(state).find((link) => link.digest === digest))),
      find: ofApplication,
      lock: ofApplication,
      save: (link) => write((state) => [saved(state, link), undefined]),
      end: (organizationId, applicationId) =>
        change(organizationId, applicationId, (state, link) => saved(state, { ...link, digest: undefined })),
      remove: (organizationId, applicationId) => change(organizationId, applicationId, without),
      purge: (endedBeforeMs) =>
        write((state) => {
          const ended = allOf(state).filter(
            ({ decided, expiresAtMs }) => expiresAtMs < endedBeforeMs && decided?.decision !== "CONFIRM"
          )
          return [ended.reduce(without, state), ended.length]
        })
    })
  })
)
