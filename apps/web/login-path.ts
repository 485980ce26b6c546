/** Whether a path is an address of the login page. */
export const isLogin = (path: string): boolean => path === '/login' || path === '/login.jsp'
