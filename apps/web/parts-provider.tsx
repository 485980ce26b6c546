// What the parts need around them: antd in our tokens and language, the hosts of toasts and questions.
import { ConfigProvider } from 'antd'
import enUS from 'antd/locale/en_US'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { type ReactNode, useMemo } from 'react'
import { antdTheme } from '../../ui/antd-theme.ts'
import { ConfirmHost } from '../../ui/confirm.tsx'
import { useNarrow } from '../../ui/form.tsx'
import { useLanguage } from '../../ui/language.ts'
import { useTone } from '../../ui/theme.ts'
import { ToastHost } from '../../ui/toast.tsx'

export function PartsProvider({ children }: { children: ReactNode }) {
  const language = useLanguage()
  const tone = useTone()
  const narrow = useNarrow()
  const theme = useMemo(() => antdTheme(tone, narrow), [tone, narrow])
  // Calendars read dayjs's global locale, so it is set before they draw.
  dayjs.locale(language === 'en' ? 'en' : 'zh-cn')
  return (
    <ConfigProvider theme={theme} locale={language === 'en' ? enUS : zhCN} wave={{ disabled: true }}>
      {children}
      <ConfirmHost />
      <ToastHost />
    </ConfigProvider>
  )
}
