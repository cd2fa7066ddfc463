/**
 * The script of the page of a person, as the browser gets it: shows which agency submits the person to whom, and sends what the person decides at the press of a
 * button. Every refusal reads the same.
 */
import { linkScript } from "./LinkScript.ts"

export const confirmationScript = `${linkScript}
const impossible = () =>
  show("This is no longer possible", make("p", "The link is not whole, has been used or has ended. Ask the agency that sent it for a new one."));
const unreachable = (again) =>
  show("This did not work", make("p", "The service could not be reached. Nothing was decided that you do not see here."), choices(button("Try again", again)));
const failed = (again) => (error) =>
  error instanceof Error || ["internal_error", "unavailable"].includes(error.error) ? unreachable(again) : impossible();
const button = (text, act, name) => {
  const element = make("button", text);
  element.type = "button";
  if (name !== undefined) element.className = name;
  element.addEventListener("click", act);
  return element;
};
const choices = (...buttons) => {
  const element = make("div", undefined, ...buttons);
  element.className = "choices";
  return element;
};
const decide = (decision) => () => {
  for (const element of document.querySelectorAll("button")) element.disabled = true;
  send("decide", { decision }).then(shown, failed(decide(decision)));
};
const reallyWithdraw = (confirmation) =>
  show(
    "Withdraw your application?",
    make("p", confirmation.organization_name + " stops looking at your application for the job " + confirmation.job_title + ". This is final."),
    choices(button("Yes, withdraw", decide("WITHDRAW")), button("No, go back", () => shown(confirmation), "plain"))
  );
const views = {
  UNCONFIRMED: (confirmation) => {
    const { agency_name: agency, job_title: job, organization_name: employer } = confirmation;
    show(
      confirmation.first_name + ", do you want to apply at " + employer + "?",
      make("p", agency + " would like to submit you for the job " + job + " at " + employer + "."),
      make("h2", "What is shared"),
      make("p", "If you confirm, " + employer + " sees what " + agency + " has entered about you for this job: your name and contact details, a note, your answers to the questions of the job, and files such as your CV."),
      make("p", "You can withdraw with this link until you are hired. To confirm, use it until " + new Date(confirmation.expires_at).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" }) + "."),
      choices(button("Confirm", decide("CONFIRM")), button("Decline", decide("DECLINE"), "plain"))
    );
  },
  AWAITING_SORT: (confirmation) =>
    show(
      "You have confirmed",
      make("p", confirmation.organization_name + " sees your application for the job " + confirmation.job_title + ", which " + confirmation.agency_name + " has submitted."),
      make("p", "Keep this link: you can withdraw with it until you are hired."),
      choices(button("Withdraw", () => reallyWithdraw(confirmation), "plain"))
    ),
  DECLINED: (confirmation) =>
    show(
      "You have declined",
      make("p", confirmation.organization_name + " does not see your application. " + confirmation.agency_name + " is informed.")
    ),
  WITHDRAWN: (confirmation) =>
    show(
      "You have withdrawn",
      make("p", "Your application for the job " + confirmation.job_title + " at " + confirmation.organization_name + " is withdrawn. " + confirmation.agency_name + " is informed.")
    )
};
const shown = (confirmation) => views[confirmation.state](confirmation);
const begin = () => (token === "" ? impossible() : send("show").then(shown, failed(begin)));
begin();
`
