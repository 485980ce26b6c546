// The stream of a camera: requested by page and widget, again before its address expires, and soon after it was lost.
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLink } from '../../ui/link.ts'
import type { PageHost } from '../host/page-host.ts'
import type { CameraStream } from '../services.ts'

type CameraState = {
  stream: CameraStream | undefined
  /** Why there is no stream, or not any more. */
  error: unknown
  /** Reports whether the stream cannot be played at the moment. */
  tellLost: (isLost: boolean) => void
}

const againMs = 15_000
/** An address is replaced this long before it expires. */
const earlyMs = 30_000
const leastMs = 5000
const lostMs = 3000

type Turn = { count: number; isLost: boolean }

export function useCamera(host: PageHost, widgetId: string, isWanted: boolean): CameraState {
  const [known, setKnown] = useState<{ stream?: CameraStream; error?: unknown }>({})
  const [turn, setTurn] = useState<Turn>({ count: 0, isLost: false })
  const [isLost, setLost] = useState(false)
  const { returns } = useLink()
  // FLV has seconds less delay; HLS is used if the browser or the camera does not support FLV.
  const protocol = useRef<'flv' | 'hls'>(typeof MediaSource === 'undefined' ? 'hls' : 'flv')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn queries again, and so does a restored link
  useEffect(() => {
    if (!isWanted) return undefined
    const ending = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = (ms: number) => {
      timer = setTimeout(() => setTurn(({ count }) => ({ count: count + 1, isLost: false })), ms)
    }
    const ask = async () => {
      const service = await host.service('cameras')
      const { pageId } = host
      if (!service || pageId === undefined) throw new Error('')
      const of = { pageId, widgetId, protocol: protocol.current, isLost: turn.isLost }
      const stream = await service.live(of, { signal: ending.signal })
      if (ending.signal.aborted) return
      setKnown({ stream })
      again(Math.max(stream.validMs - earlyMs, leastMs))
    }
    ask().catch((error: unknown) => {
      if (ending.signal.aborted) return
      // A stream that plays continues: its player reports when it fails.
      setKnown(({ stream }) => ({ ...(stream && !turn.isLost && { stream }), error }))
      again(againMs)
    })
    return () => {
      ending.abort()
      clearTimeout(timer)
    }
  }, [host, widgetId, isWanted, turn, returns])
  useEffect(() => {
    if (!isLost) return undefined
    const ask = () => {
      protocol.current = protocol.current === 'flv' ? 'hls' : 'flv'
      setTurn(({ count }) => ({ count: count + 1, isLost: true }))
    }
    const first = setTimeout(ask, lostMs)
    const next = setInterval(ask, againMs + lostMs)
    return () => {
      clearTimeout(first)
      clearInterval(next)
    }
  }, [isLost])
  const tellLost = useCallback((lost: boolean) => setLost(lost), [])
  return { stream: known.stream, error: known.error, tellLost }
}
