// Plays a stream in a video element until it is stopped. The players load when a page has a stream for them.
import { type Motion, type Stream, type StreamKind, watched, watchFrom } from './rules.ts'

/** Attaches the stream; returns the function that releases it. `fail`: playback cannot continue. */
type Attach = (video: HTMLVideoElement, url: string, fail: () => void) => () => void

const lookMs = 1000
const againMs = { first: 3000, most: 60_000 }
/** A picture that has not moved this long is opened again. */
const reopenMs = 15_000

const attachFile: Attach = (video, url, fail) => {
  video.addEventListener('error', fail)
  video.src = url
  return () => {
    video.removeEventListener('error', fail)
    release(video)
  }
}

/** A browser releases connection and memory only after an empty load. */
function release(video: HTMLVideoElement): void {
  video.removeAttribute('src')
  video.load()
}

const players: { [kind in StreamKind]: () => Promise<Attach> } = {
  file: async () => attachFile,
  hls: async () => {
    const { default: Hls } = await import('hls.js/light')
    if (!Hls.isSupported()) return attachFile
    return (video, url, fail) => {
      // The worker would be created from text, which the content security policy forbids.
      const hls = new Hls({ enableWorker: false, backBufferLength: 30 })
      hls.on(Hls.Events.ERROR, (_, { fatal }) => fatal && fail())
      hls.loadSource(url)
      hls.attachMedia(video)
      return () => hls.destroy()
    }
  },
  flv: async () => {
    const { default: mpegts } = await import('mpegts.js')
    mpegts.LoggingControl.enableAll = false
    return (video, url, fail) => {
      const player = mpegts.createPlayer(
        { type: 'flv', isLive: true, url },
        { enableWorker: false, liveBufferLatencyChasing: true, autoCleanupSourceBuffer: true },
      )
      player.on(mpegts.Events.ERROR, fail)
      player.on(mpegts.Events.LOADING_COMPLETE, fail)
      player.attachMediaElement(video)
      player.load()
      return () => player.destroy()
    }
  },
}

/** The state of a stream. `lost`: it cannot be played now, and is retried automatically. */
export type Playing = { motion: Motion | 'lost'; movedAt: number }

/** Plays until the returned function is called; `say` receives every change. */
export function play(video: HTMLVideoElement, { url, kind }: Stream, say: (playing: Playing) => void): () => void {
  let letGo: (() => void) | undefined
  let seen = watchFrom(Date.now())
  let waitMs = againMs.first
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  const close = () => {
    letGo?.()
    letGo = undefined
  }
  const fail = () => {
    if (isOver || !letGo) return
    close()
    retry()
  }
  const retry = () => {
    say({ motion: 'lost', movedAt: seen.movedAt })
    timer = setTimeout(open, waitMs)
    waitMs = Math.min(waitMs * 2, againMs.most)
  }
  const open = async () => {
    const attach = await players[kind]().catch(() => undefined)
    if (isOver) return
    if (!attach) return retry()
    seen = { ...watchFrom(Date.now()), position: video.currentTime }
    try {
      letGo = attach(video, url, fail)
    } catch {
      // A player may throw where the browser lacks what it needs, e.g. MediaSource.
      return retry()
    }
    // Browsers start playback without a user's click only when muted.
    video.play().catch(() => undefined)
  }
  const look = () => {
    if (!letGo) return
    const before = seen
    seen = watched(seen, {
      at: Date.now(),
      position: video.currentTime,
      isPaused: video.paused && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA,
      isEnded: video.ended,
    })
    if (seen.position !== before.position) waitMs = againMs.first
    if (seen.motion === 'still' && Date.now() - seen.movedAt >= reopenMs) return fail()
    if (seen.motion !== before.motion) say({ motion: seen.motion, movedAt: seen.movedAt })
  }

  void open()
  const looking = setInterval(look, lookMs)
  return () => {
    isOver = true
    clearInterval(looking)
    clearTimeout(timer)
    close()
  }
}
