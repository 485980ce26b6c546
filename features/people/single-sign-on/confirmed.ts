// Notifies the page that waits for a confirmation, from the window in which the user confirmed; within this site only.
const name = 'gatehouse-confirmed'

export function tellConfirmed(): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage('confirmed')
  channel.close()
  window.close()
}

/** Calls `hear` on a confirmation; returns a function that stops listening. */
export function onConfirmed(hear: () => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = hear
  return () => channel.close()
}
