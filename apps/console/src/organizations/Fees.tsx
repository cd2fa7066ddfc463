/**
 * Fees in dialogs: those that are agreed on with an agency, and those that were agreed on when a person confirmed.
 */
import type { ReactNode } from "react"
import type { Answer, Item } from "../api/Operations.ts"
import { useRead } from "../api/Single.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog, DialogActions, DialogBody } from "../parts/Dialog.tsx"
import { Fact, Facts } from "../parts/Facts.tsx"
import { FailureNotice, Loading } from "../parts/Notice.tsx"
import { Time } from "../parts/Time.tsx"

type Fees = Answer<"organizations.fees">
type Terms = NonNullable<Item<"organizations.applications">["terms"]>

interface DialogProps {
  readonly onClose: () => void
}

const ReadDialog = ({
  children,
  onClose,
  title
}: DialogProps & { readonly title: string; readonly children: ReactNode }) => (
  <Dialog title={title} onClose={onClose}>
    <DialogBody>{children}</DialogBody>
    <DialogActions>
      <Button tone="main" onClick={onClose}>
        Close
      </Button>
    </DialogActions>
  </Dialog>
)

/** Fees, with what is agreed beside them. */
const FeesText = ({ fees }: { readonly fees: Fees }) => (
  <>
    <p>
      {fees.optimizedFee
        ? "The platform's optimized fee applies. Custom fees are not in use."
        : fees.customFees.length === 0
          ? "Custom fees apply; none is set."
          : "The custom fees apply."}
    </p>
    <Facts>
      {fees.customFees.map((fee) =>
        fee.feeType === "FLAT_FEE" ? (
          <Fact key={JSON.stringify(fee)} name="Fixed amount">
            {fee.feeCents} minor units of {fee.currency} {fee.note}
          </Fact>
        ) : (
          <Fact key={JSON.stringify(fee)} name="Share">
            {fee.feeBasisPoints / 100} % {fee.note}
          </Fact>
        )
      )}
      {fees.guarantee === undefined ? null : (
        <Fact name="Guarantee">
          {fees.guarantee.days} days, refund {fees.guarantee.refund}
        </Fact>
      )}
      {fees.paymentTermsDays === undefined ? null : (
        <Fact name="Due">{fees.paymentTermsDays} days after the start</Fact>
      )}
    </Facts>
  </>
)

/** The fees that are agreed on with an agency. */
export const FeesDialog = ({
  agency,
  onClose,
  organizationId
}: DialogProps & { readonly agency: Item<"organizations.agencies">; readonly organizationId: string }) => {
  const { data, error } = useRead("organizations.fees", { params: { organizationId, agencyId: agency.id } })
  return (
    <ReadDialog title={`Fees of ${agency.name}`} onClose={onClose}>
      {error === null ? null : <FailureNotice error={error} />}
      {data === undefined ? error === null ? <Loading what="the fees" /> : null : <FeesText fees={data} />}
    </ReadDialog>
  )
}

/** The terms of an application. */
export const TermsDialog = ({
  onClose,
  person,
  terms
}: DialogProps & { readonly person: string; readonly terms: Terms }) => (
  <ReadDialog title={`Terms of ${person}`} onClose={onClose}>
    <p>
      Agreed <Time at={terms.agreed_at} />.{" "}
      {terms.binding === "AT_CONFIRMATION"
        ? "A hire has a fee of these."
        : "A hire has a fee that the agency has then."}
    </p>
    <FeesText fees={terms.fees} />
  </ReadDialog>
)
