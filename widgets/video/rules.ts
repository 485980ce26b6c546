// Which streams can be played, by which player, and the state of one that plays. Pure.
export type StreamKind = 'hls' | 'flv' | 'file'
export type Stream = { url: string; kind: StreamKind }
type StreamFault = 'noAddress' | 'notWeb' | 'noRtmp' | 'plainHttp'

const kinds: { [ending: string]: StreamKind } = { m3u8: 'hls', flv: 'flv' }

/** The stream of an address, or the reason why it cannot be played. `here`: the address of the page. */
export function streamAt(address: string, here: string): Stream | StreamFault {
  const text = address.trim()
  if (text === '') return 'noAddress'
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol === 'rtmp:' || url?.protocol === 'rtsp:') return 'noRtmp'
  const ending = url?.pathname.split('.').at(-1)?.toLowerCase() ?? ''
  const kind = kinds[ending] ?? 'file'
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isWeb) return 'notWeb'
  if (url.protocol === 'http:' && new URL(here).protocol === 'https:') return 'plainHttp'
  return { url: url.href, kind }
}

/** The state of a picture. `still`: it should move but does not. */
export type Motion = 'opening' | 'playing' | 'paused' | 'ended' | 'still'
/** An observation of the player: times in ms, `position` in seconds. */
type Seen = { at: number; position: number; isPaused: boolean; isEnded: boolean }
type Watched = { motion: Motion; position: number; movedAt: number }

/** An older picture is not shown as live. */
export const stillMs = 5000

export const watchFrom = (at: number): Watched => ({ motion: 'opening', position: 0, movedAt: at })

/** The new state after an observation of the player. */
export function watched(before: Watched, { at, position, isPaused, isEnded }: Seen): Watched {
  const hasMoved = position !== before.position
  const movedAt = hasMoved || isPaused || isEnded ? at : before.movedAt
  return { motion: motionOf(), position, movedAt }

  function motionOf(): Motion {
    if (isEnded) return 'ended'
    if (isPaused) return 'paused'
    if (hasMoved) return 'playing'
    if (at - movedAt >= stillMs) return 'still'
    return position === 0 ? 'opening' : 'playing'
  }
}
