// The drawer of an import from a JSON file.
import type { ReactNode } from 'react'
import { limits } from '../contract/limits.ts'
import { FileField } from './file-field.tsx'
import { FormDrawer } from './form.tsx'
import { importText } from './import-text.ts'
import { useText } from './words.ts'
import './import-frame.css'

/**
 * A drawer that imports a file. `send` receives the text of the file; its error about the field `json` is shown at the
 * file, any other as in every form.
 */
export function ImportDrawer<V extends object, R>({
  about,
  label,
  send,
  children,
  ...drawer
}: {
  title: string
  about: string
  /** Label of the button. */
  act: string
  /** Label of the file field. */
  label: string
  send: (json: string, values: V) => Promise<R>
  onDone?: (result: R) => void
  /** Shown in place of the form after success; without it the drawer closes. */
  report?: (result: R) => ReactNode
  onClose: () => void
  /** Further fields, whose values are `V`. */
  children: ReactNode
}) {
  const t = useText(importText)
  return (
    <FormDrawer<V & { json?: File }, R>
      open
      initial={{}}
      onSubmit={async (values) => send((await values.json?.text()) ?? '', values)}
      {...drawer}
    >
      <p className="import-frame-about">{about}</p>
      <FileField
        name="json"
        label={label}
        needed={t('needed')}
        accept=".json,application/json"
        maxBytes={limits.fileBodyBytes}
      />
      {children}
    </FormDrawer>
  )
}
