// The guides over the page, and the one being dragged with its position.
import { type Store, useStore } from '../ui/store.ts'
import { type Axis, guidesOf } from './document/guides.ts'
import type { EditorState } from './state.ts'
import type { Preview } from './tool/tool.ts'

const axes = ['x', 'y'] as const

type Props = { state: EditorState; gesture: Store<Preview | null>; scale: number }

export function GuideLines({ state, gesture, scale }: Props) {
  const moved = useStore(gesture)?.guide
  const { con } = state.document
  const guides = guidesOf(con)
  const at = state.guide && guides[state.guide.axis][state.guide.index]
  const named = moved ?? (state.guide && at != null ? { ...state.guide, at } : undefined)
  const width = con.width * scale
  const height = con.height * scale
  const size = { width, height }
  return (
    <svg className="designer-over" {...size} aria-hidden="true">
      {axes.flatMap((axis) =>
        guides[axis].map((at, index) => {
          const name = `${axis} ${index}`
          if (moved?.axis === axis && moved.index === index) return null
          const isOn = state.guide?.axis === axis && state.guide.index === index
          return <Line key={name} name={name} isOn={isOn} {...{ axis, size }} at={at * scale} />
        }),
      )}
      {moved && <Line name="" isOn axis={moved.axis} size={size} at={moved.at * scale} />}
      {named && (
        <text
          className="designer-guide-text"
          x={named.axis === 'x' ? named.at * scale + 4 : 4}
          y={named.axis === 'x' ? 12 : named.at * scale - 4}
        >
          {named.at}
        </text>
      )}
    </svg>
  )
}

type LineProps = { name: string; axis: Axis; at: number; size: { width: number; height: number }; isOn: boolean }

/** A thin line with a wider area for the pointer. */
function Line({ name, axis, at, size, isOn }: LineProps) {
  const ends = axis === 'x' ? { x1: at, x2: at, y1: 0, y2: size.height } : { y1: at, y2: at, x1: 0, x2: size.width }
  return (
    <g className={isOn ? 'designer-guide designer-guide-on' : 'designer-guide'}>
      <line {...ends} />
      {name !== '' && <line className={`designer-guide-hold designer-guide-${axis}`} data-guide={name} {...ends} />}
    </g>
  )
}
