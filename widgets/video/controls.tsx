// The buttons over the picture of a camera: four directions, zoom in and out, and talk. With a mouse they appear over
// the picture while it is hovered or focused; for touch a button opens them at the foot of the screen.
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import './controls.css'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { useNow } from '../../ui/use-now.ts'
import { useText } from '../../ui/words.ts'
import type { PageHost } from '../host/page-host.ts'
import type { CameraDirection, CamerasService } from '../services.ts'
import { videoText } from './text.ts'
import { type Pressing, usePress } from './use-press.ts'
import { type Talking, useTalk } from './use-talk.ts'

const keys: readonly [CameraDirection, IconName][] = [
  ['zoomOut', 'minus'],
  ['up', 'up'],
  ['zoomIn', 'plus'],
  ['left', 'left'],
  ['right', 'right'],
  ['down', 'down'],
]

type Hand = { onDown: () => void; onUp: () => void }

/** Held by pointer or keyboard; the input that started a press also ends it. */
function holding({ onDown, onUp }: Hand) {
  const isKey = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter'
  return {
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      onDown()
    },
    onPointerUp: onUp,
    onPointerCancel: onUp,
    onLostPointerCapture: onUp,
    onKeyDown: (event: KeyboardEvent) => {
      if (!isKey(event)) return
      event.preventDefault()
      if (!event.repeat) onDown()
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (isKey(event)) onUp()
    },
    onBlur: onUp,
    // A long touch is a press and opens no menu.
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
  }
}

type Part = { pressing: Pressing | undefined; talking: Talking | undefined }

function Keys({ pressing, talking }: Part) {
  const t = useText(videoText)
  return (
    <fieldset className="camera-keys" data-alone={pressing ? undefined : ''} aria-label={t('controls')}>
      {pressing &&
        keys.map(([direction, icon]) => (
          <button
            key={direction}
            type="button"
            className="camera-key"
            style={{ gridArea: direction }}
            aria-label={t(direction)}
            title={t(direction)}
            aria-pressed={pressing.direction === direction}
            {...holding({ onDown: () => pressing.down(direction), onUp: pressing.up })}
          >
            <Icon name={icon} size={20} />
          </button>
        ))}
      {talking && (
        <button
          type="button"
          className="camera-key"
          style={{ gridArea: 'talk' }}
          aria-label={t('talk')}
          title={t('talk')}
          aria-pressed={talking.state === 'recording'}
          aria-disabled={talking.state === 'sending'}
          {...holding({ onDown: () => talking.state !== 'sending' && talking.down(), onUp: talking.up })}
        >
          <Icon name="microphone" size={20} />
        </button>
      )}
    </fieldset>
  )
}

/** The outcome of a press or a message. */
function Told({ error, talking }: { error: string; talking: Talking | undefined }) {
  const t = useText(videoText)
  const talked = talking && told(talking)
  const isFault = error !== '' || talking?.state === 'fault' || talking?.state === 'failed'
  const text = error || (talked ?? '')
  return (
    <p className="camera-told" role="status" data-fault={isFault ? '' : undefined} hidden={text === ''}>
      {text}
      {talking?.state === 'recording' && <Seconds since={talking.since} />}
    </p>
  )

  function told(now: Talking): string | undefined {
    if (now.state === 'ready') return undefined
    if (now.state === 'fault') return t(now.fault)
    if (now.state === 'failed') return messageOf(now.error)
    return t(now.state)
  }
}

function Seconds({ since }: { since: number }) {
  useNow()
  return <b>{Math.round((Date.now() - since) / 1000)} s</b>
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const toldMs = 5000

/** Whether the primary pointer is a finger, so that buttons have to be large. */
const useCoarse = (): boolean => useMedia('(pointer: coarse)')

/** The button that opens the others, of finger size on the screen at any zoom of the page. */
function OpenKey({ isOpen, onClick }: { isOpen: boolean; onClick: () => void }) {
  const t = useText(videoText)
  const ref = useRef<HTMLButtonElement>(null)
  // The page does not report changes of its zoom.
  const now = useNow()
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured every second
  useLayoutEffect(() => {
    const key = ref.current
    const box = key?.parentElement
    if (!key || !box?.offsetWidth) return
    const drawn = box.getBoundingClientRect().width / box.offsetWidth
    key.style.scale = drawn > 0 ? String(1 / drawn) : ''
  }, [now])
  return (
    <button ref={ref} type="button" className="camera-open" aria-expanded={isOpen} onClick={onClick}>
      <Icon name="move" size={20} label={t('controls')} />
    </button>
  )
}

function useService(host: PageHost): CamerasService | undefined {
  const [service, setService] = useState<CamerasService>()
  useEffect(() => {
    let isOver = false
    host.service('cameras').then(
      (found) => !isOver && setService(() => found),
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [host])
  return service
}

export function CameraControls({
  host,
  widgetId,
  label,
  mayTurn,
  mayTalk,
}: {
  host: PageHost
  widgetId: string
  label: string
  mayTurn: boolean
  mayTalk: boolean
}) {
  const t = useText(videoText)
  const service = useService(host)
  const of = { pageId: host.pageId ?? 0, widgetId }
  const [error, setError] = useState('')
  const tell = useCallback((fault: unknown) => setError(messageOf(fault)), [])
  useEffect(() => {
    if (error === '') return undefined
    const timer = setTimeout(() => setError(''), toldMs)
    return () => clearTimeout(timer)
  }, [error])
  const pressing = usePress(service, of, tell)
  const talking = useTalk(service, of)
  const isCoarse = useCoarse()
  const [isOpen, setOpen] = useState(false)
  const part = { pressing: mayTurn ? pressing : undefined, talking: mayTalk ? talking : undefined }
  if (!isCoarse)
    return (
      <div className="camera-controls">
        <Keys {...part} />
        <Told error={error} talking={part.talking} />
      </div>
    )
  return (
    <>
      <OpenKey isOpen={isOpen} onClick={() => setOpen(!isOpen)} />
      {isOpen &&
        createPortal(
          <section className="camera-sheet" aria-label={t('controls')}>
            <header>
              <b>{label || t('atRun')}</b>
              <button type="button" className="icon-act" aria-label={t('close')} onClick={() => setOpen(false)}>
                <Icon name="close" />
              </button>
            </header>
            <Keys {...part} />
            <Told error={error} talking={part.talking} />
          </section>,
          document.body,
        )}
    </>
  )
}
