/**
 * A secret, shown once. The server keeps its digest alone, so there is no second time.
 */
import { Id } from "../parts/CopyButton.tsx"
import { Fact } from "../parts/Facts.tsx"
import { ShownOnce } from "../parts/ShownOnce.tsx"

/** The client id and the secret. A replayed answer lacks the secret. */
export const SecretShown = ({
  clientId,
  onClose,
  secret
}: {
  readonly clientId: string
  readonly secret: string | undefined
  readonly onClose: () => void
}) => (
  <ShownOnce
    name="Client secret"
    label="client secret"
    value={secret}
    remark="Copy the secret now, and hand it over by a safe way. It is not shown again."
    lost="The answer with the secret did not arrive, and the server keeps no secret. Rotate the secret to get another one."
    onClose={onClose}
  >
    <Fact name="Client id">
      <Id label="client id">{clientId}</Id>
    </Fact>
  </ShownOnce>
)
