// The place of a widget: position, size, rotation, lock, and the radii of some shapes.
import { useState } from 'react'
import { useText } from '../../ui/words.ts'
import { rounded } from '../document/geometry.ts'
import { type Edit, setAt } from './edit.ts'
import { NumberBox } from './number-box.tsx'
import { read } from './path.ts'
import { Row, Section } from './row.tsx'
import { sharedAt } from './shared.ts'
import { FlagBox } from './simple-boxes.tsx'
import { panelText } from './text.ts'

const far = 1_000_000
const anywhere = { min: -far, max: far }
const length = { min: 0, max: far }

type Key = 'x' | 'y' | 'width' | 'height' | 'rx' | 'ry'
type Half = { key: Key; label: 'x' | 'y' | 'width' | 'height' | 'cornerX' | 'cornerY' }

function Pair({ edit, label, halves, isStill }: PairProps) {
  const t = useText(panelText)
  const [fault, setFault] = useState<string>()
  return (
    <Row label={t(label)} fault={fault} isGroup>
      {() =>
        halves.map(({ key, label: of }) => (
          <NumberBox
            key={key}
            label={t(of)}
            shared={sharedAt(edit.widgets, `position.${key}`)}
            {...(key === 'x' || key === 'y' ? anywhere : length)}
            isStill={isStill}
            onFault={setFault}
            onChange={(value) => setAt(edit, `position.${key}`)(rounded(value))}
          />
        ))
      }
    </Row>
  )
}
type PairProps = { edit: Edit; label: 'place' | 'size' | 'corners'; halves: readonly Half[]; isStill: boolean }

/** Rotation is stored from 0 to 359; a typed 370 means 10. */
const turned = (degrees: number): number => ((rounded(degrees) % 360) + 360) % 360

const corners: readonly Half[] = [
  { key: 'rx', label: 'cornerX' },
  { key: 'ry', label: 'cornerY' },
]

export function PlaceSection({ edit }: { edit: Edit }) {
  const t = useText(panelText)
  const [fault, setFault] = useState<string>()
  const { widgets } = edit
  const isStill = widgets.some(({ posLock }) => posLock)
  const hasCorners = widgets.every(
    (widget) => widget.widgetType === 'Rect' || read(widget, 'position.rx') !== undefined,
  )
  return (
    <Section label={t('position')}>
      <Pair
        {...{ edit, isStill }}
        label="place"
        halves={[
          { key: 'x', label: 'x' },
          { key: 'y', label: 'y' },
        ]}
      />
      <Pair
        {...{ edit, isStill }}
        label="size"
        halves={[
          { key: 'width', label: 'width' },
          { key: 'height', label: 'height' },
        ]}
      />
      <Row label={t('rotate')} fault={fault} isGroup>
        {(id) => (
          <>
            <NumberBox
              label={t('rotate')}
              shared={sharedAt(widgets, 'position.rotate')}
              {...{ ...anywhere, unit: '°', isStill }}
              onFault={setFault}
              onChange={(value) => setAt(edit, 'position.rotate')(turned(value))}
            />
            <span className="panel-box panel-lock">
              <label htmlFor={id}>{t('lock')}</label>
              <FlagBox id={id} shared={sharedAt(widgets, 'posLock')} onChange={setAt(edit, 'posLock')} />
            </span>
          </>
        )}
      </Row>
      {hasCorners && <Pair {...{ edit, isStill }} label="corners" halves={corners} />}
    </Section>
  )
}
