/* Brings the page back when its notification is touched. Keeps nothing, answers no request, and goes with the ticket. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const pages = self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  event.waitUntil(pages.then((found) => found.find(({ url }) => url.includes('/ticket/'))?.focus()));
});
