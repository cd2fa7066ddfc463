/**
 * Has failed deliveries sent again: how many there are is counted first, then shown going down.
 */
import { useState } from "react"
import type { Answer } from "../api/Operations.ts"
import { useRead, useWrite } from "../api/Single.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog, DialogActions, DialogBody } from "../parts/Dialog.tsx"
import { errorsAt, Field } from "../parts/Field.tsx"
import { FailureNotice, Loading } from "../parts/Notice.tsx"
import { fromLocalField, offsetText, toLocalField } from "../parts/Time.tsx"
import styles from "./RecoverDialog.module.css"

type Endpoint = Answer<"webhookEndpoints.get">

const dayMs = 86_400_000

const deliveriesText = (count: number): string => `${count} ${count === 1 ? "delivery" : "deliveries"}`

/** The deliveries that are under way, read from the server every few seconds. */
const Progress = ({ endpoint: { deliveries }, started }: { readonly endpoint: Endpoint; readonly started: number }) => {
  const left = Math.min(started, deliveries.pending + deliveries.parked)
  return (
    <div className={styles.progress}>
      <p role="status">
        {left === 0
          ? `All ${deliveriesText(started)} were sent again. Failed now: ${deliveries.failed}.`
          : `${deliveriesText(left)} of ${started} still on their way. Failed now: ${deliveries.failed}.`}
      </p>
      <progress max={started} value={started - left} aria-label="Sent again" />
    </div>
  )
}

/** The dialog that recovers failed deliveries. */
export const RecoverDialog = ({
  endpoint,
  onClose,
  onStarted
}: {
  readonly endpoint: Endpoint
  readonly onStarted: () => void
  readonly onClose: () => void
}) => {
  const params = { webhookEndpointId: endpoint.id }
  const [since, setSince] = useState(() => new Date(Date.now() - dayMs).toISOString())
  const count = useRead("webhookEndpoints.countFailed", { params, query: { since } })
  const recover = useWrite("webhookEndpoints.recover", onStarted)
  const found = count.data?.deliveries
  return (
    <Dialog title={`Recover failed deliveries to ${endpoint.host}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!recover.isPending) recover.mutate({ params, payload: { since } })
        }}
      >
        <DialogBody>
          {recover.data === undefined ? (
            <>
              <Field
                label="Events since"
                hint={`Your local time, ${offsetText(Date.now())}.`}
                errors={errorsAt(recover.error, "/since")}
              >
                {(field) => (
                  <input
                    {...field}
                    type="datetime-local"
                    step="any"
                    required
                    defaultValue={toLocalField(since)}
                    onChange={({ target }) => {
                      const moment = fromLocalField(target.value)
                      if (moment !== undefined) setSince(moment)
                    }}
                  />
                )}
              </Field>
              {count.error === null ? (
                found === undefined ? (
                  <Loading what="the count" />
                ) : (
                  <p role="status">
                    {found === 0
                      ? "No delivery of events since then has failed. Choose an earlier moment, or close."
                      : `${deliveriesText(found)} of events since then failed and will be sent again.`}
                  </p>
                )
              ) : (
                <FailureNotice error={count.error} />
              )}
              {recover.error === null ? null : <FailureNotice error={recover.error} />}
            </>
          ) : (
            <Progress endpoint={endpoint} started={recover.data.deliveries} />
          )}
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose}>{recover.data === undefined ? "Cancel" : "Close"}</Button>
          {recover.data === undefined ? (
            <Button type="submit" tone="main" disabled={found === undefined || found === 0} isBusy={recover.isPending}>
              {found === undefined || found === 0 ? "Send again" : `Send ${deliveriesText(found)} again`}
            </Button>
          ) : null}
        </DialogActions>
      </form>
    </Dialog>
  )
}
