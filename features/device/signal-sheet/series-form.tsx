// Adds rows with consecutive names and addresses: n rows from 40001, step 2.
import { Form } from 'antd'
import { limits } from '../../../contract/limits.ts'
import { dataTypes } from '../../../core/data-type.ts'
import { FieldPair, NumberField, SelectField, TextField } from '../../../ui/fields.tsx'
import { FormDrawer } from '../../../ui/form.tsx'
import { useText } from '../../../ui/words.ts'
import { accessWords } from '../open/live-form-words.ts'
import { signalText } from '../signal/part-text.ts'
import { nextAddress, nextName, usualStep } from './series.ts'
import { type Cells, nextKey, type SheetRow } from './sheet.ts'
import { sheetText } from './text.ts'
import type { Sheet } from './use-sheet.ts'

type Values = Pick<Cells, 'name' | 'title' | 'address' | 'dataType' | 'access' | 'driver' | 'unit' | 'group'> & {
  count: number
  step: number
}

export function SeriesForm({
  sheet,
  model,
  fresh,
  onAdded,
  onClose,
}: {
  sheet: Sheet
  /** The row to continue from; its other cells are copied. */
  model: SheetRow | undefined
  fresh: Cells
  /** Called with the key of the first new row. */
  onAdded: (key: number) => void
  onClose: () => void
}) {
  const t = useText(sheetText)
  const fieldName = useText(signalText)
  const cells = model?.cells ?? fresh
  const step = usualStep(cells.dataType, cells.address, Number(cells.length))
  const next = {
    name: nextName(cells.name, 1),
    title: nextName(cells.title, 1),
    address: nextAddress(cells.address, step, 1),
  }
  const room = limits.signalsPerEquipment - sheet.rows.length
  const add = async ({ count, step: by, ...first }: Values) => {
    const key = nextKey(sheet.rows)
    const added = Array.from({ length: count }, (_, n): SheetRow => {
      const counted = {
        name: n === 0 ? first.name : nextName(first.name, n),
        title: n === 0 ? (first.title ?? '') : nextName(first.title ?? '', n),
        address: nextAddress(first.address, by, n),
      }
      const given = Object.fromEntries(Object.entries(first).map(([column, text]) => [column, text ?? '']))
      return { key: key + n, cells: { ...cells, ...given, ...counted } }
    })
    sheet.setRows([...sheet.rows, ...added])
    onAdded(key)
  }
  const { name, title, address, dataType, access, driver, unit, group } = { ...cells, ...next }
  return (
    <FormDrawer<Values>
      open
      title={t('seriesTitle')}
      act={t('seriesAct')}
      initial={{ name, title, address, dataType, access, driver, unit, group, step, count: 10 }}
      onSubmit={add}
      onClose={onClose}
    >
      <FieldPair>
        <NumberField name="count" label={t('seriesCount')} min={1} max={room} digits={0} required />
        <SelectField
          name="driver"
          label={fieldName('driver')}
          options={sheet.drivers.map(({ name: value }) => ({ value, label: value }))}
          required
        />
        <TextField name="name" label={t('seriesName')} required note={t('seriesNameNote')} />
        <TextField name="title" label={fieldName('title')} note={t('seriesTitleNote')} />
        <TextField name="address" label={t('seriesAddress')} required />
        <NumberField name="step" label={t('seriesStep')} min={0} max={10_000} note={t('seriesStepNote')} />
        <SelectField
          name="dataType"
          label={fieldName('dataType')}
          options={dataTypes.map((value) => ({ value, label: value }))}
        />
        <SelectField
          name="access"
          label={fieldName('access')}
          options={(['r', 'w', 'rw'] as const).map((value) => ({ value, label: accessWords(value) }))}
        />
        <TextField name="unit" label={fieldName('unit')} max={limits.unitLength} />
        <TextField name="group" label={fieldName('group')} max={30} />
      </FieldPair>
      <SeriesPreview />
    </FormDrawer>
  )
}

/** Shows the first and last row, so that the user can verify step and count. */
function SeriesPreview() {
  const t = useText(sheetText)
  const { name = '', address = '', step = 1, count = 1 }: Partial<Values> = Form.useWatch([]) ?? {}
  if (!name || !address || !(count > 0)) return null
  const last = count > 1 ? `${nextName(name, count - 1)} ${nextAddress(address, step ?? 1, count - 1)}` : ''
  return <p className="series-preview">{t('seriesPreview', { first: `${name} ${address}`, last })}</p>
}
