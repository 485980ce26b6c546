// The entry: the login alone for a stranger who opens it, else the application.
// First: it asks while the rest is being read.
import './ahead.ts'
import '../../ui/theme.css'
import './root.css'
import { takeAhead } from '../../contract/ahead.ts'
import { setUpCalls } from '../../contract/call.ts'
import { readKept } from '../../ui/kept.ts'
import { language, showLanguage } from '../../ui/language.ts'
import { showTheme } from '../../ui/theme.ts'
import { isLogin } from './login-path.ts'

setUpCalls({ language, ahead: takeAhead })
showLanguage()
showTheme()

if (isLogin(window.location.pathname) && readKept('signedIn') !== '1')
  void import('./login-window.tsx').then(({ openLogin }) => openLogin())
else void import('./app.tsx').then(({ openApp }) => openApp())
