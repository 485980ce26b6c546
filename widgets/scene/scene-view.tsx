// A 3D scene on a running page: opened, fed with values, opened again when the browser took it away.
import { useEffect, useRef, useState } from 'react'
import { useTone } from '../../ui/theme.ts'
import { useText } from '../../ui/words.ts'
import { WidgetNote } from '../asked-note.tsx'
import { cssColour } from '../colour.ts'
import { listenTo } from '../listen.ts'
import type { Input } from '../widget.ts'
import type { OpenScene } from './open-scene.ts'
import { type NodeEntry, nodeState } from './rules.ts'
import { sceneText } from './text.ts'
import './scene.css'
import { whenIdle } from '../when-idle.ts'

type Props = { model: ArrayBuffer; inputs: readonly Input[]; isSpinning: boolean }
type Opened = OpenScene | 'opening' | 'noDrawing' | 'unreachable' | 'broken' | 'lost'

const wantsStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches
const againMs = 10_000
const lostMs = 1000

export function SceneView({ model, inputs, isSpinning }: Props) {
  const t = useText(sceneText)
  const node = useRef<HTMLDivElement>(null)
  const tone = useTone()
  const [opened, setOpened] = useState<Opened>('opening')
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours; a turn opens it once more
  useEffect(() => {
    let isOver = false
    let open: OpenScene | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = (state: 'unreachable' | 'lost', ms: number) => {
      if (isOver) return
      setOpened(state)
      timer = setTimeout(() => setTurn((count) => count + 1), ms)
    }
    const run = async (box: HTMLElement) => {
      const code = await whenIdle()
        .then(() => import('./open-scene.ts'))
        .catch(() => undefined)
      if (!code) return again('unreachable', againMs)
      if (isOver) return undefined
      const colourOf = (stored: string) => code.plainColour(cssColour(stored) ?? '#888888', box)
      try {
        open = await code.openScene(box, model.slice(0), {
          ...{ colourOf, isSpinning, isStill: wantsStill() },
          onLost: () => again('lost', lostMs),
        })
        if (isOver) open.close()
        else setOpened(open)
      } catch (error) {
        if (!isOver) setOpened(error instanceof code.BrokenModel ? 'broken' : 'noDrawing')
      }
      return undefined
    }
    setOpened('opening')
    if (node.current) void run(node.current)
    return () => {
      isOver = true
      clearTimeout(timer)
      open?.close()
    }
  }, [model, tone, isSpinning, turn])
  const scene = typeof opened === 'string' ? undefined : opened
  useEffect(() => {
    if (!scene) return undefined
    const show = () => scene.show(inputs.map((input) => nodeState(input.fields as unknown as NodeEntry, input.read())))
    show()
    return listenTo(inputs, show)
  }, [scene, inputs])
  const missing =
    scene && [...new Set(inputs.map(({ fields }) => String(fields.node)))].filter((name) => !scene.names.has(name))
  return (
    <>
      <div ref={node} className="scene-view" />
      {typeof opened === 'string' && <WidgetNote isFault={opened !== 'opening'}>{t(opened)}</WidgetNote>}
      {missing && missing.length > 0 && (
        <p className="widget-old" role="alert">
          {t('missing', { names: missing.join(', ') })}
        </p>
      )}
    </>
  )
}
