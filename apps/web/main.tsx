// The entry: the login alone for a stranger who opens it, else the application.
// First: it asks while the rest is being read.
import './ahead.ts'
import '../../ui/theme.css'
import './root.css'
import { takeAhead } from '../../contract/ahead.ts'
import { setUpCalls } from '../../contract/call.ts'
import { reloadWhenAnswered } from '../../features/project/kiosk/keep-loading.ts'
import { readKept } from '../../ui/kept.ts'
import { language, showLanguage } from '../../ui/language.ts'
import { showTheme } from '../../ui/theme.ts'
import { isLogin } from './login-path.ts'

setUpCalls({ language, ahead: takeAhead })
showLanguage()
showTheme()

const isStrangersLogin = isLogin(window.location.pathname) && readKept('signedIn') !== '1'
const open = isStrangersLogin
  ? import('./login-window.tsx').then(({ openLogin }) => openLogin())
  : import('./app.tsx').then(({ openApp }) => openApp())
// Nobody stands before a wall to reload it.
open.catch(reloadWhenAnswered)
