// Between the app and the device it is installed on: the offer to install it. Fetched once the page is ready.
//
// What others may rely on:
//   the event "espalier-offer"     the browser offers to install the app
//   the event "espalier-install"   sent by the app when the person asks for that: shows the browser's question

takeOffers();

// ---------------------------------------------------------------- installing

function takeOffers() {
  // boot.js keeps the offer, which may come before this script.
  const tell = () => espalier.offer && dispatchEvent(new Event("espalier-offer"));
  addEventListener("beforeinstallprompt", tell);
  addEventListener("espalier-install", () => {
    const { offer } = espalier;
    // An offer is good for one question.
    espalier.offer = null;
    offer?.prompt().catch((error) => console.warn("not installed:", error));
  });
  tell();
}
