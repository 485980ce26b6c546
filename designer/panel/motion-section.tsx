// An animation: only its heading while it is off; its variable, condition and effect while it is on.
import { useLanguage } from '../../ui/language.ts'
import { labelIn } from '../../ui/words.ts'
import type { Panel } from '../../widgets/panel.ts'
import { type Edit, setAt } from './edit.ts'
import { FieldBox } from './field-box.tsx'
import { Row } from './row.tsx'
import { nameOf, sharedField } from './shared.ts'
import { FlagBox } from './simple-boxes.tsx'

export function MotionSection({ edit, animation }: { edit: Edit; animation: Panel['animations'][number] }) {
  const language = useLanguage()
  const { label, fields } = animation
  const [enable, ...others] = fields
  const isOn = sharedField(edit.widgets, enable!)
  return (
    <section className="panel-section panel-motion">
      <Row label={labelIn(label, language)} isFlag>
        {(id) => <FlagBox id={id} shared={isOn} onChange={setAt(edit, enable!.path)} />}
      </Row>
      {isOn.value === true &&
        !isOn.isMixed &&
        others.map((line) => (
          <FieldBox
            key={line.path}
            name={nameOf(line.path)}
            field={line.field}
            shared={sharedField(edit.widgets, line)}
            onChange={setAt(edit, line.path)}
          />
        ))}
    </section>
  )
}
