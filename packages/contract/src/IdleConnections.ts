/**
 * The time that each listener of these programs keeps a connection without a request (decisions, Limits).
 *
 * A proxy in front reuses its connections to a listener. The one that closes first decides: closed by the listener, a request that is on its way
 * is lost, and the proxy answers 502. So a listener keeps connections longer than proxies do: nginx and load balancers of AWS close
 * theirs after 60 seconds.
 */

/** The time that proxies keep a connection without a request, in seconds, where their operators set nothing. */
export const proxyIdleSeconds = 60

/** The time that a listener keeps one, in seconds: longer by the time that the close of a proxy may be on its way. */
export const idleSecondsDefault = 75
