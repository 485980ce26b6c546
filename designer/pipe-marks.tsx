// The handles of the selected pipe: its ends and inner segments, its new route, and the ports that accept an end.
import type { Point } from './document/geometry.ts'
import { cornersOfPipe } from './pipe/pipe.ts'
import type { EditorState } from './state.ts'
import { pipeInHand, stretchesOf } from './tool/piping.ts'
import type { Preview } from './tool/tool.ts'

type Props = { state: EditorState; preview: Preview | null; scale: number }

export function PipeMarks({ state, preview, scale }: Props) {
  if (preview) return <PipeWay preview={preview} scale={scale} />
  const pipe = pipeInHand(state)
  if (!pipe) return null
  const corners = cornersOfPipe(pipe)
  const ends = [
    ['from', corners[0]!],
    ['to', corners.at(-1)!],
  ] as const
  return (
    <>
      {stretchesOf(corners).map((index) => {
        const [a, b] = [corners[index]!, corners[index + 1]!]
        const cursor = Math.abs(a.x - b.x) >= Math.abs(a.y - b.y) ? 'ns-resize' : 'ew-resize'
        const at = { cx: ((a.x + b.x) / 2) * scale, cy: ((a.y + b.y) / 2) * scale }
        return <circle key={index} className="designer-handle" data-pipe={index} style={{ cursor }} {...at} r={4.5} />
      })}
      {ends.map(([which, { x, y }]) => (
        <circle
          key={which}
          className="designer-handle designer-pipe-end"
          data-pipe={which}
          cx={x * scale}
          cy={y * scale}
          r={6}
        />
      ))}
    </>
  )
}

function PipeWay({ preview: { way, ports }, scale }: { preview: Preview; scale: number }) {
  const at = ({ x, y }: Point) => `${x * scale},${y * scale}`
  return (
    <>
      {way && <polyline className="designer-way" points={way.map(at).join(' ')} />}
      {ports?.map(({ at: { x, y }, isLit }) => (
        <circle
          key={`${x} ${y}`}
          className={isLit ? 'designer-port designer-port-lit' : 'designer-port'}
          cx={x * scale}
          cy={y * scale}
          r={isLit ? 7 : 3.5}
        />
      ))}
    </>
  )
}
