// The guides of the page as numbers: each can be set, added and removed without a pointer.
import { IconAct, PlainAct } from '../../ui/plain.tsx'
import { useText } from '../../ui/words.ts'
import { commandOf } from '../command/commands.ts'
import { chosenGuide, guideAt, guidesInOrder, isSameGuide, type PlacedGuide, withoutGuide } from '../command/guide.ts'
import { type Axis, isFull } from '../document/guides.ts'
import type { EditorState } from '../state.ts'
import type { Editor } from '../use-editor.ts'
import { NumberBox } from './number-box.tsx'
import { Note, Section } from './row.tsx'
import { panelText } from './text.ts'
import './guides.css'

const axes = ['x', 'y'] as const

export function GuideSection({ editor }: { editor: Editor }) {
  const t = useText(panelText)
  const { con } = editor.state.document
  const guides = guidesInOrder(con)
  const add = (axis: Axis) => editor.run(commandOf(`guide-${axis}`))
  return (
    <Section label={t('guides')}>
      {guides.length === 0 && <Note>{t('guidesNote')}</Note>}
      <ul className="panel-guides">
        {guides.map((guide) => (
          <Line
            key={`${guide.axis} ${guide.index}`}
            {...{ guide }}
            isOn={isSameGuide(editor.state.guide, guide)}
            most={guide.axis === 'x' ? con.width : con.height}
            onChange={editor.change}
          />
        ))}
      </ul>
      <div className="panel-guides-add">
        {axes.map((axis) => (
          <PlainAct key={axis} disabled={isFull(con)} onClick={() => add(axis)}>
            {t(axis === 'x' ? 'addVertical' : 'addHorizontal')}
          </PlainAct>
        ))}
      </div>
    </Section>
  )
}

type LineProps = {
  guide: PlacedGuide
  isOn: boolean
  most: number
  onChange: (next: (state: EditorState) => EditorState) => void
}

/** The box of the selected guide gets the focus. */
function Line({ guide, isOn, most, onChange }: LineProps) {
  const t = useText(panelText)
  const kind = t(guide.axis === 'x' ? 'vertical' : 'horizontal')
  const name = t('guideNamed', { kind, at: guide.at })
  return (
    <li data-first={isOn || undefined} onFocus={() => onChange((state) => chosenGuide(state, guide))}>
      <span>{kind}</span>
      <NumberBox
        label={t('guidePlace', { kind })}
        shared={{ value: guide.at, isMixed: false }}
        {...{ min: 0, max: most, unit: 'px' }}
        onChange={(at) => onChange((state) => guideAt(state, guide, at))}
      />
      <IconAct
        icon="trash"
        label={t('removeGuide', { name })}
        onClick={() => onChange((state) => withoutGuide(state, guide))}
      />
    </li>
  )
}
