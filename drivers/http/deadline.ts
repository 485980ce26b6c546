// A time limit for one exchange, which also ends with its session.
import { closedFault, timeoutFault } from '../modbus-tcp/faults.ts'

/** Runs an exchange; its signal aborts with 1714 after `timeoutMs`, or with 1722 when the outer signal aborts. */
export async function within<T>(
  timeoutMs: number,
  outer: AbortSignal,
  exchange: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (outer.aborted) throw closedFault()
  const abort = new AbortController()
  const onEnd = () => abort.abort(closedFault())
  outer.addEventListener('abort', onEnd, { once: true })
  const timer = setTimeout(() => abort.abort(timeoutFault(false)), timeoutMs)
  try {
    return await exchange(abort.signal)
  } finally {
    clearTimeout(timer)
    outer.removeEventListener('abort', onEnd)
  }
}
