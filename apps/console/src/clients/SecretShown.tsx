/**
 * A secret, shown once. The server keeps its digest alone, so there is no second time.
 */
import { Button } from "../parts/Button.tsx"
import { Id } from "../parts/CopyButton.tsx"
import { DialogActions, DialogBody } from "../parts/Dialog.tsx"
import { Fact, Facts } from "../parts/Facts.tsx"
import { Remark } from "../parts/Notice.tsx"

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
  <>
    <DialogBody>
      <Remark tone={secret === undefined ? "look" : "accent"}>
        <p>
          {secret === undefined
            ? "The answer with the secret did not arrive, and the server keeps no secret. Rotate the secret to get another one."
            : "Copy the secret now, and hand it over by a safe way. It is not shown again."}
        </p>
      </Remark>
      <Facts>
        <Fact name="Client id">
          <Id label="client id">{clientId}</Id>
        </Fact>
        {secret === undefined ? null : (
          <Fact name="Client secret">
            <Id label="client secret">{secret}</Id>
          </Fact>
        )}
      </Facts>
    </DialogBody>
    <DialogActions>
      <Button tone="main" onClick={onClose}>
        Done
      </Button>
    </DialogActions>
  </>
)
