/**
 * The bounds of requests to receivers of webhooks, with the reason of each (decisions, Delivery). Tests take smaller ones.
 */
import { exchangeTimeoutMs } from "@partner-api/service/services/webhooks/WebhookSender"

export interface OutboundLimits {
  readonly exchangeTimeoutMs: number
  readonly bodyTimeoutMs: number
  readonly connectTimeoutMs: number
  readonly exchangesMax: number
  readonly connectionsPerOriginMax: number
  readonly keptConnectionsMax: number
  readonly idleMsMax: number
  readonly connectionAgeMsMax: number
  readonly requestsPerConnectionMax: number
  readonly answerBytesMax: number
}

/** The longest idle time of a connection where a receiver announces its own. */
export const announcedIdleMsMax = 30_000

/** The largest head of an answer. */
export const headerBytesMax = 16_384

/** The body of an answer that is read, so that the connection can be used again. The rest is not worth reading: the connection is closed. */
export const bodyBytesMax = 16_384

/**
 * The informational answers (1xx) before the answer. Servers send one, such as 103; a receiver that sends more of them than this has no
 * answer in mind, and each one costs as much as an answer.
 */
export const informationalMax = 8

export const defaultLimits: OutboundLimits = {
  exchangeTimeoutMs,
  /**
   * The time that the body of an answer may take once its status is there. The status is the outcome, and the body is read only so that the
   * connection can be used again: a new handshake costs less than the next event that waits for a body without an end.
   */
  bodyTimeoutMs: 1_000,
  /** The time to open a connection, from the name to the end of the handshake. */
  connectTimeoutMs: 5_000,
  /** The requests that are under way at once. The workers send no more; this bounds the connections whatever they do. */
  exchangesMax: 1_024,
  /** The connections to one origin. Where many partners share a receiver and some of their endpoints hang, others still have room. */
  connectionsPerOriginMax: 32,
  /** The connections that may stay open. Beyond, each request closes its own, so that there are at most as many more as requests. */
  keptConnectionsMax: 512,
  /** The time that a connection stays open without a request: less than the five seconds after which Node's own server closes it. */
  idleMsMax: 4_000,
  /** The age from which no more requests use a connection: its name is looked up again. */
  connectionAgeMsMax: 60_000,
  /** The requests of a connection. While requests wait for a free one, its age is not looked at. */
  requestsPerConnectionMax: 1_000,
  /**
   * All bytes of an answer: its head, its body, the informational answers before it, and what frames the body, which nobody else counts. Four
   * times the largest head: a head, a body, and as much again for the rest.
   */
  answerBytesMax: 4 * headerBytesMax
}
