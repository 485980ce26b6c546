// A table from the answer of a script. [S3 Script widgets: Report]
import { type CSSProperties, useMemo } from 'react'
import { valueWords } from '../../ui/value-words.ts'
import { useText } from '../../ui/words.ts'
import { WidgetNote } from '../asked-note.tsx'
import { manySlot } from '../binds.ts'
import { entryFields, labelStyle } from '../chart/fields.ts'
import { ScriptNote } from '../sandbox/script-note.tsx'
import { scriptText } from '../sandbox/text.ts'
import { scriptData, useScript } from '../sandbox/use-script.ts'
import { widget } from '../widget.ts'
import '../sandbox/report.css'

export default widget({
  ...{ family: 'script', word: 'Report', name: { en: 'Script report', 'zh-cn': '脚本报表' } },
  size: { width: 420, height: 260 },
  style: { fontSize: labelStyle.fontSize },
  data: scriptData,
  binds: { values: manySlot({ en: 'Values', 'zh-cn': '数值' }, { most: 20, of: entryFields }) },
  Draw({ style, data, mode, inputs: inputsOf, host }) {
    const t = useText(scriptText)
    const inputs = useMemo(() => inputsOf('values'), [inputsOf])
    const state = useScript('report', { data, inputs, host, mode })
    const { answer } = state
    return (
      <div className="script-report" style={{ '--report-size': `${style.fontSize}px` } as CSSProperties}>
        <ScriptNote {...{ state, mode, script: data.script }} />
        {answer && answer.rows.length === 0 && <WidgetNote>{t('noRows')}</WidgetNote>}
        {answer && answer.rows.length > 0 && (
          <table>
            <thead>
              <tr>
                {answer.columns
                  .map((column, at) => ({ column, at }))
                  .map(({ column, at }) => (
                    <th key={at}>{column}</th>
                  ))}
              </tr>
            </thead>
            <tbody>
              {answer.rows
                .map((row, nth) => ({ row, nth }))
                .map(({ row, nth }) => (
                  <tr key={nth}>
                    {row
                      .map((cell, at) => ({ cell, at }))
                      .map(({ cell, at }) => (
                        <td key={at}>{typeof cell === 'string' ? cell : valueWords(cell)}</td>
                      ))}
                  </tr>
                ))}
            </tbody>
          </table>
        )}
      </div>
    )
  },
})
