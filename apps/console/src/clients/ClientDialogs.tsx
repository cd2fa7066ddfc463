/**
 * Dialogs that end or replace something of a client: each shows first what would break.
 */
import type { Answer } from "../api/Operations.ts"
import { useWrite } from "../api/Single.ts"
import { ConfirmDialog } from "../parts/ConfirmDialog.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Time } from "../parts/Time.tsx"
import styles from "./ClientDialogs.module.css"
import { SecretShown } from "./SecretShown.tsx"

type Client = Answer<"clients.get">

interface ClientDialogProps {
  readonly client: Client
  readonly onClose: () => void
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** The use of a client, which its revocation would end. */
const Use = ({ client: { use } }: Pick<ClientDialogProps, "client">) => (
  <ul className={styles.use}>
    <li>{counted(use.live_tokens, "live token ends", "live tokens end")}.</li>
    <li>{counted(use.webhook_endpoints, "webhook endpoint gets", "webhook endpoints get")} nothing any more.</li>
    <li>
      {use.last_request_at === undefined ? (
        use.is_logged ? (
          "The request log has no request of it."
        ) : (
          "Whether it sends requests is not known: the request log is off."
        )
      ) : (
        <>
          Its last request was <Time at={use.last_request_at} ago />.
        </>
      )}
    </li>
  </ul>
)

/** Ends a client for good. */
export const RevokeClient = ({ client, onClose }: ClientDialogProps) => {
  const revoke = useWrite("clients.revoke", onClose)
  return (
    <ConfirmDialog
      title={`Revoke ${client.name}`}
      action="Revoke the client"
      tone="bad"
      typed={client.name}
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate({ params: { clientId: client.id } })}
      onClose={onClose}
    >
      <p>The client ends with its secrets and tokens, for good. What would break:</p>
      <Use client={client} />
    </ConfirmDialog>
  )
}

/** The texts of each step of a rotation. */
const steps = {
  add: {
    title: "Add a secret",
    action: "Add a secret",
    tone: "main",
    explanation:
      "Another secret is made and shown once. Both are good until the older one is ended, so that the partner can change over."
  },
  end: {
    title: "End a secret",
    action: "End the secret",
    tone: "bad",
    explanation: "This secret is refused from now on. Tokens from it are valid until they expire."
  },
  end_older: {
    title: "End the older secret",
    action: "End the older secret",
    tone: "bad",
    explanation: "The older of the two secrets is refused from now on. Tokens from it are valid until they expire."
  },
  replace: {
    title: "Replace a leaked secret",
    action: "Replace all secrets",
    tone: "bad",
    explanation:
      "All secrets and all tokens end at once, and nothing is sent to the webhook endpoints. The partner is locked out until it uses the new secret, which is shown once."
  }
} as const

/** A step of the rotation of a secret. */
export type RotationStep = keyof typeof steps

/** Takes a step of the rotation of a secret. `secretId` is the secret that the step `end` ends. */
export const RotateSecret = ({
  client,
  onClose,
  secretId,
  step
}: ClientDialogProps & { readonly step: RotationStep; readonly secretId?: string | undefined }) => {
  const rotate = useWrite("clients.rotateSecret", () => {
    if (step === "end" || step === "end_older") onClose()
  })
  const { action, explanation, title, tone } = steps[step]
  if (rotate.data !== undefined) {
    return (
      <Dialog title={`The secret of ${client.name}`} onClose={onClose}>
        <SecretShown clientId={client.id} secret={rotate.data.secret} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      title={title}
      action={action}
      tone={tone}
      {...(step === "replace" ? { typed: client.name } : {})}
      isBusy={rotate.isPending}
      error={rotate.error}
      onConfirm={() =>
        rotate.mutate({
          params: { clientId: client.id },
          payload: { step, ...(secretId === undefined ? {} : { secret_id: secretId }) }
        })
      }
      onClose={onClose}
    >
      {secretId === undefined ? null : (
        <p>
          <code>{secretId}</code>
        </p>
      )}
      <p>{explanation}</p>
      {step === "replace" ? (
        <ul className={styles.use}>
          <li>{counted(client.use.live_tokens, "live token ends", "live tokens end")}.</li>
          <li>
            {counted(client.use.webhook_endpoints, "webhook endpoint is", "webhook endpoints are")} disabled until the
            partner enables what is its own.
          </li>
        </ul>
      ) : null}
    </ConfirmDialog>
  )
}

/** Takes an organization from a client. */
export const WithdrawGrant = ({
  client,
  name,
  onClose,
  organizationId
}: ClientDialogProps & { readonly organizationId: string; readonly name: string }) => {
  const ungrant = useWrite("clients.ungrant", onClose)
  return (
    <ConfirmDialog
      title={`Withdraw the grant of ${name}`}
      action="Withdraw the grant"
      tone="bad"
      isBusy={ungrant.isPending}
      error={ungrant.error}
      onConfirm={() => ungrant.mutate({ params: { clientId: client.id, organizationId } })}
      onClose={onClose}
    >
      <p>
        {client.name} can no longer reach {name} (<code>{organizationId}</code>): its tokens for the organization are
        refused within a second.
        {client.default_organization_id === organizationId ? " The client has no default organization any more." : ""}
      </p>
    </ConfirmDialog>
  )
}
