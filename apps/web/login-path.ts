/** The addresses of the login. */
export const isLogin = (path: string): boolean => path === '/login' || path === '/login.jsp'
