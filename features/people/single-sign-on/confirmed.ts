// The window in which a session was confirmed tells the one that waits for it: of the same site, and of no other.
const name = 'gatehouse-confirmed'

export function tellConfirmed(): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage('confirmed')
  channel.close()
  window.close()
}

/** Calls once it is told; answers how to stop listening. */
export function onConfirmed(hear: () => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = hear
  return () => channel.close()
}
