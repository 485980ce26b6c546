// A 3D scene in a node of the page: opened, opened again after the browser discarded it, closed.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTone } from '../../ui/theme.ts'
import { cssColour } from '../colour.ts'
import { listenTo } from '../listen.ts'
import { whenIdle } from '../when-idle.ts'
import type { Input } from '../widget.ts'
import type { OpenScene } from './open-scene.ts'
import { type NodeEntry, type NodeSign, nodeState } from './rules.ts'

type Opened = OpenScene | 'opening' | 'noDrawing' | 'unreachable' | 'broken' | 'lost'

type Of = {
  model: ArrayBuffer
  isSpinning: boolean
  /** Nothing else on the page scrolls. */
  isAlone?: boolean
  /** Called when the button of a node with a click action is pressed. */
  onLink?: (name: string) => void
}

const wantsStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches
const againMs = 10_000
const lostMs = 1000

export function useScene({ model, isSpinning, isAlone = false, onLink }: Of): {
  node: RefObject<HTMLDivElement | null>
  opened: Opened
} {
  const node = useRef<HTMLDivElement>(null)
  const tone = useTone()
  const [opened, setOpened] = useState<Opened>('opening')
  const [turn, setTurn] = useState(0)
  const linking = useRef(onLink)
  linking.current = onLink
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new theme or turn opens the scene again
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
          ...{ colourOf, isSpinning, isStill: wantsStill(), isAlone },
          onLink: (name) => linking.current?.(name),
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
  }, [model, tone, isSpinning, isAlone, turn])
  return { node, opened }
}

/** Updates the nodes with the current values, now and on each change. */
export function useShownNodes(
  scene: OpenScene | undefined,
  inputs: readonly Input[],
  signs: readonly NodeSign[],
): void {
  useEffect(() => {
    if (!scene) return undefined
    const show = () =>
      scene.show(
        inputs.map((input) => nodeState(input.fields as unknown as NodeEntry, input.read())),
        signs,
      )
    show()
    return listenTo(inputs, show)
  }, [scene, inputs, signs])
}
