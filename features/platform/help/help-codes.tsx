// A list of all error codes with their message and advice.
import { useLanguage } from '../../../ui/language.ts'
import { useText } from '../../../ui/words.ts'
import { allCodes, type HelpCode } from './codes.ts'
import { helpText } from './text.ts'

export function HelpCodes({ codes }: { codes?: readonly HelpCode[] }) {
  const t = useText(helpText)
  const language = useLanguage()
  return (
    <article className="help-article">
      <h1>{t('codes')}</h1>
      <p>{t('codesAbout')}</p>
      <table>
        <thead>
          <tr>
            <th>{t('code')}</th>
            <th>{t('message')}</th>
            <th>{t('todo')}</th>
          </tr>
        </thead>
        <tbody>
          {(codes ?? allCodes(language)).map(({ code, message, todo }) => (
            <tr key={code} id={`code-${code}`}>
              <td>{code}</td>
              <td>{message}</td>
              <td>{todo}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}
