// The click action of the widget.
import { useText } from '../../ui/words.ts'
import type { PanelField } from '../../widgets/panel.ts'
import { changedClick, isShownName, shownClick, shownPageTitle } from './click.ts'
import type { Edit } from './edit.ts'
import { FieldBox } from './field-box.tsx'
import { Note, Section } from './row.tsx'
import { fieldValue, nameOf, sharedBy, sharedField } from './shared.ts'
import { panelText } from './text.ts'

export function EventSection({ edit, click }: { edit: Edit; click: readonly PanelField[] }) {
  const t = useText(panelText)
  const [enable, ...others] = click.filter(({ path }) => isShownName(nameOf(path)))
  const isOn = sharedField(edit.widgets, enable!)
  const shown = isOn.value === true && !isOn.isMixed ? [enable!, ...others] : [enable!]
  const pageTitle = edit.widgets.length === 1 ? shownPageTitle(edit.widgets[0]!.clickEvent) : ''
  return (
    <Section label={t('onClick')}>
      {isOn.value === true && pageTitle && <Note>{t('pageNamed', { title: pageTitle })}</Note>}
      {shown.map(({ path, field }) => {
        const name = nameOf(path)
        return (
          <FieldBox
            key={path}
            {...{ name, field }}
            shared={sharedBy(edit.widgets, ({ clickEvent }) => fieldValue(field, shownClick(clickEvent)[name]))}
            onChange={(value) =>
              edit.onChange(
                (widget) => ({ ...widget, clickEvent: changedClick(widget.clickEvent ?? {}, name, value) }),
                path,
              )
            }
          />
        )
      })}
    </Section>
  )
}
